# struc2vec: the nearest node to each of a barbell has the same place in it; threads have no effect;
# the authors' spellings work; what was used is in the metadata.
riwalk generate barbell --clique 6 --path 5 -o graph.txt --labels labels.txt
riwalk embed graph.txt -o v.txt --method struc2vec --dimensions 16 --threads 1
riwalk embed graph.txt -o w.txt --method struc2vec --dimensions 16 --threads 3 \
    --until-layer 6 --OPT1 True --OPT2 True
cmp v.txt w.txt && echo "threads have no effect"
for node in 0 5 6 7 12; do
    near=$(riwalk nearest v.txt "$node" -n 1 | tail -n 1 | cut -f 2)
    echo "$node:" $(awk -v a="$node" -v b="$near" '$1 == a || $1 == b { print $2 }' labels.txt | uniq)
done
sed -n '/"method"/,/"trainer"/p' v.txt.json | sed 's/\(vectors_checksum": \).*/\1SUM/'
printf 'a b 2\nb c 3\nd e 1\n' >weighted.txt
printf 'f\n' >more.txt
small="--walks 5 --epochs 1 --dimensions 3"
riwalk embed weighted.txt -o v.txt --method struc2vec --weighted --node-list more.txt $small
grep '^f ' v.txt
riwalk embed weighted.txt -o v.txt --method struc2vec $small -q \
    --layers max --compact-degrees no --candidates all --stay 0.5
sed -n '/"layers"/,/"stay"/p' v.txt.json
riwalk embed graph.txt --estimate --method struc2vec | sed 's/[0-9][0-9.]*/N/g'
# Options have an effect; 6 hops are all that such a small graph has.
riwalk embed graph.txt -o plain.txt --method struc2vec $small -q
for words in '--layers 1' '--layers max' '--layers 6 --compact-degrees no' '--layers 6 --candidates all' '--layers 6 --stay 0.9'; do
    riwalk embed graph.txt -o other.txt --method struc2vec $small -q $words
    cmp -s plain.txt other.txt && echo "$words: the same"
done
