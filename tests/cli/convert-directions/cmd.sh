# Formats that say what they are keep directions and weights; options leave them out.
cat >graph.gexf <<'END'
<gexf><graph defaultedgetype="directed"><nodes><node id="a"/><node id="b"/><node id="c"/></nodes>
<edges><edge source="b" target="a" weight="2"/><edge source="a" target="b"/></edges></graph></gexf>
END
riwalk convert graph.gexf graph.rwg
for in in graph.gexf graph.rwg; do
    each "convert $in -" '' --undirected --unweighted '--undirected --unweighted'
    each "embed $in -o vectors.txt --epochs 1" '' --undirected '--undirected --weighted'
    try info $in --directed --undirected
done
# The third column is no weight to methods that use none.
printf '%s\n' 'a b 2' 'b c 1' >graph.txt
each 'embed graph.txt -o vectors.txt --epochs 1' '' '--method node2vec'
try info graph.txt --weighted --unweighted
# A run is repeated on the graph as it was read.
riwalk embed graph.gexf -o first.txt --method node2vec --epochs 1 --undirected --unweighted
riwalk embed graph.gexf -o second.txt --like first.txt.json
cmp first.txt second.txt && echo same
