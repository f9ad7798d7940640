# PNG and PDF, where the command is built with Cairo.
printf '4 1\na 1\nb 2\nc 1\nd 2\n' >vectors.txt
riwalk plot vectors.txt -o by-name.png 2>message
if grep -q 'this build of riwalk has no Cairo' message; then
    skip 'it is not'
fi
riwalk plot vectors.txt --title 'A & <B>' -o by-name.pdf
riwalk plot vectors.txt -o - --to png >stream
for file in by-name.png by-name.pdf stream; do
    echo "$file:$(od -An -c -N 4 $file | tr -s ' ')"
done
cmp by-name.png stream
riwalk plot vectors.txt --resolution 1 -o small.png
[ "$(wc -c <small.png)" -lt "$(wc -c <by-name.png)" ] && echo 'fewer dots, fewer bytes'
each 'plot vectors.txt' '-o /dev/full --to png' '--resolution 3 --to pdf -o x.png' \
    '--width 10000 --height 5000 --resolution 10 -o x.png'
ls
