# The graph as it is drawn, for other programs.
riwalk generate barbell --clique 4 --path 1 -o graph.txt --labels roles.txt
riwalk plot --graph graph.txt --labels roles.txt -o graph.svg --places graph.gexf
grep -o '<node .*value="[a-z0-9-]*"/></attvalues><viz:color [^/]*/><viz:position' graph.gexf
riwalk plot --graph graph.txt -o graph.svg --places graph.graphml
sed -n 's/.*key id="\([a-z]*\)".*/\1/p' graph.graphml
riwalk embed graph.txt -o vectors.txt -q
riwalk plot vectors.txt --graph graph.txt -k 2 -o graph.svg --places graph.json
grep -o '"role": "[a-z0-9 ]*"' graph.json | sort | uniq -c
grep -o '"color": "#[0-9a-f]*"' graph.json | sort | uniq -c
riwalk convert graph.json - | cmp - graph.txt && echo 'the same graph'
riwalk plot vectors.txt -o points.svg --places points.gexf
echo "status $?"
