# How vectors are brought to the classifier: GraphWave has a way of its own, --normalize is for all.
mkdir data
riwalk generate shapes --shapes 4 -o data/expressway.edgelist --labels labels.txt -q
awk '{ print $1, $2 ~ /hub/ ? 0 : $2 ~ /fan/ ? 1 : $2 ~ /star/ ? 2 : 3 }' labels.txt \
    >data/expressway-geo.group
reproduce() { # NAME OPTION ...
    name=$1
    shift
    riwalk reproduce expressway --data data --out out --datasets geo --methods graphwave \
        --embeddings 1 --repeats 2 --embed-options='--dimensions 8' "$@"
    cp out/results-expressway.csv "$name.csv"
    echo "$name: $(sed -n 's/^ *riwalk reproduce.*\( --normalize [a-z]*\).*/\1/p' out/results-expressway.md)"
    grep -o 'it gets vectors.*' out/results-expressway.md
    tr -d ' \n' <out/results-expressway.json | grep -o '"normalize":"[a-z]*"\|"normalize_of":{[^}]*}'
}
reproduce usual
reproduce standard --normalize standard
reproduce none --normalize none
reproduce unit --normalize unit
cmp usual.csv standard.csv
for other in none unit; do
    cmp -s usual.csv $other.csv && echo "$other is the usual"
done
# Structural holes know no classifier.
riwalk generate grid --rows 5 --columns 8 -o data/europe-airports.edgelist -q
for options in '' '--C 5 --normalize unit'; do
    riwalk reproduce holes --data data --out out --datasets Europe --methods riwalk-sp \
        --embeddings 1 --embed-options='--dimensions 4 --walks 1 --epochs 1' $options
done
grep '^Ours' out/results-holes.md
