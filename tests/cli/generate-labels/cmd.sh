riwalk generate barbell --clique 3 --path 2 -o graph.txt --labels labels.txt
cat graph.txt labels.txt
riwalk generate karate --labels - -o graph.txt | sort -k 2 | cut -d ' ' -f 2 | uniq -c
ln -s labels.txt link.txt
riwalk generate grid --rows 1 --columns 2 --labels link.txt | cat - labels.txt
readlink link.txt
each 'generate karate' '--labels -' '-o graph.txt --labels graph.txt' '-o graph.txt --labels ./graph.txt' \
    '-o graph.txt --labels no/such/labels.txt' '-o no/such/graph.txt --labels new-labels.txt'
ls
# Kinds with known roles have labels, one word each.
for kind in karate karate-mirrored barbell grid shapes transactions erdos-renyi barabasi-albert rmat; do
    riwalk generate $kind -o g.txt --labels l.txt -q 2>/dev/null && awk -v kind=$kind 'NF != 2 { wrong++ } END { print kind, wrong + 0 }' l.txt
done
