# From any format and compression back to the same edge list.
riwalk generate karate -o karate.txt
for out in txt txt.gz txt.zst csv tsv edges MTX.gz graphml graphml.gz gexf gexf.zst json json.gz mtx mtx.gz mtx.zst graph graph.gz metis metis.zst rwg rwg.gz rwg.zst; do
    riwalk convert karate.txt out.$out
    riwalk convert out.$out - | cmp - karate.txt && echo "karate.txt -> $out -> back"
done
for format in edgelist mtx metis rwg graphml gexf json; do
    riwalk convert karate.txt out --to $format
    riwalk convert out - --format $format | cmp - karate.txt && echo "--to $format"
done
