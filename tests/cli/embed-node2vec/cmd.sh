# DeepWalk and node2vec take weighted and directed graphs, and the same bytes come at any number of
# threads; what was used is in the metadata.
printf 'a b 1\nb c 2\nc d 0.5\nd a 1\nc e 3\nf g 1\n' >graph.txt
printf 'h\n' >more.txt
small="--walks 5 --epochs 1 --dimensions 3"
riwalk embed graph.txt -o d.txt --method deepwalk $small
riwalk embed graph.txt -o n.txt --method node2vec --num-walks 5 --iter 1 --dimensions 3
cmp d.txt n.txt && echo "without bias they are the same"
riwalk embed graph.txt -o 1.txt --method node2vec --p 0.5 --q 2 --weighted --directed $small --threads 1 \
    --node-list more.txt
riwalk embed graph.txt -o 3.txt --method node2vec --p 0.5 --q 2 --weighted --directed $small --threads 3 \
    --node-list more.txt -q
cmp 1.txt 3.txt && echo "threads have no effect"
grep '^h ' 1.txt
riwalk embed graph.txt -o w.txt --method node2vec --p 0.5 --q 2 --weighted $small
cmp -s w.txt 1.txt || echo "directions have"
sed -n '/"method"/,/"trainer"/p' 1.txt.json | sed 's/\(vectors_checksum": \).*/\1SUM/'
riwalk embed graph.txt graph.txt -o v.txt --method deepwalk
cp graph.txt other.txt
riwalk embed graph.txt other.txt -o v.txt --method deepwalk --directed $small && cut -d' ' -f 1 v.txt
riwalk embed graph.txt --estimate --method node2vec --p 2 | sed 's/[0-9][0-9.]*/N/g'
# Two cliques: near nodes are near. Walks end where arcs do, and nodes that they end at have vectors.
awk 'BEGIN { for (u = 0; u < 20; u++) for (v = u + 1; v < (u < 10 ? 10 : 20); v++) print u, v }' >cliques.txt
riwalk embed cliques.txt -o c.txt --method deepwalk --walks 40 --epochs 5 --alpha 0.1 --subsample 0 -d 16 -q
for node in 0 5 10 19; do
    riwalk nearest c.txt $node -n 9 | awk 'NR > 1 { far += ($1 < 10) != ($2 < 10) } END { print $1, far + 0, "of the other clique" }'
done
printf '0 1\n1 2\n3 4\n' >arcs.txt
printf '5\n' >alone.txt
riwalk embed arcs.txt --directed --node-list alone.txt -o a.txt --method node2vec --p 2 $small --report a.json
grep tokens a.json
awk 'NR > 1 { print $1, ($2 || $3 || $4) }' a.txt
printf '{"directed": true, "links": [{"source": 1, "target": 2}]}' >arc.json
try embed graph.txt arc.json -o v.txt --method node2vec $small
