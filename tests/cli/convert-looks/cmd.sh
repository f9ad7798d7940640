# Roles, places and colours of nodes for the programs that draw them.
printf '%s\n' 'a b 2' 'b c 0.5' >graph.txt
printf '%s\n' 'a hub' 'b "leaf & <twig>"' >roles.txt
printf '%s\n' 'a 0 0' 'b 2 1' '"c" 4 0' >places.txt
for out in gexf graphml json; do
    riwalk convert --weighted graph.txt out.$out --labels roles.txt --places places.txt
    cat out.$out
    riwalk convert out.$out -
done
riwalk convert graph.txt plain.gexf
grep -c 'viz:\|attvalue' plain.gexf
# What cannot be: another format, a place that is missing, a line that is none.
head -n 2 places.txt >some.txt
{ cat some.txt && echo 'c 1'; } >short.txt
each 'convert graph.txt' 'out.txt --labels roles.txt' 'out.rwg --places places.txt' 'none.gexf --places some.txt' \
    'none.gexf --places short.txt' 'none.gexf --places missing.txt'
ls
