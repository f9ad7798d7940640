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
