# Every experiment on small generated networks under the names of the paper's data sets. Numbers are
# left out: they are the library's, and other tests look at them.
mkdir data
network() { # SHAPES NAME HUB: a ring with houses, fans and stars; four labels
    riwalk generate shapes --shapes "$1" -o "data/$2.edgelist" --labels labels.txt -q
    awk -v hub="$3" '{ l = $2 ~ /hub/ ? 0 : $2 ~ /fan/ ? 1 : $2 ~ /star/ ? 2 : 3
        print $1, (l + hub) % 4 }' labels.txt >"data/$2.group"
}
network 4 usa-airports 0
network 3 europe-airports 0
network 4 actor 3
network 3 expressway 0
for labels in geo status starbucks; do
    mv data/expressway.group data/expressway-$labels.group
    cp data/expressway-$labels.group data/expressway.group
done
riwalk reproduce all --data data --out out --embeddings 1 --repeats 2 --largest 100 \
    --methods riwalk-sp \
    --datasets geo,status,Starbucks,USA,Europe,USA:Europe,Actor:USA,100 \
    --embed-options='--dimensions 4 --epochs 1 --walks 4' --progress never
echo "status $?"
ls out
cut -d , -f 1-8,13 out/results.csv
awk -F , '$9 == "" || $1 == "within-time" && ($9 < 0 || $9 == 0 && !/user/) { print "no figure:", $0 }' out/results.csv
grep -c '"experiment"' out/results.json
grep '^#' out/results.md
grep -l '<svg' out/*.svg

# One experiment alone has results of its own, beside those of others.
for experiment in holes scaling; do
    riwalk reproduce $experiment --data data --out out --embeddings 1 --repeats 2 --largest 100 \
        --methods riwalk-sp -q \
        --embed-options='--dimensions 4 --epochs 1 --walks 4'
done
ls out | grep results
