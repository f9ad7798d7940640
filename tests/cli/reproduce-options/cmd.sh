# --embed-options: what may be given, and that a table still measures what it says.
unset RIWALK_DATA
mkdir data
riwalk generate shapes --shapes 4 -o data/usa-airports.edgelist --labels labels.txt -q
awk '{ print $1, $2 ~ /hub/ ? 0 : $2 ~ /fan/ ? 1 : $2 ~ /star/ ? 2 : 3 }' labels.txt \
    >data/usa-airports.group
try() {
    riwalk reproduce radius --data data --out out --datasets USA --embeddings 1 --repeats 1 "$@"
    echo "status $?"
}
# Rows are what they are called, cells have their own files, and help embeds nothing.
for words in '--method riwalk-wl' '--flag=wl' '--preset best' '--trainer factor' \
    '--combine deepwalk' '--save-model m' '--input x' '--workers 3' '-qh' '-qo x' '--iters 1' \
    '--like x.json' '--show-options'; do
    try --embed-options="$words"
done
# Values are looked at before anything runs.
for words in '--epochs x' '--iter=x' '--dimensions 0' '-qd 0' '--trainer=foo' '--compact-degrees=maybe' \
    '--no-discount=1'; do
    try --embed-options="$words"
done
try --embed-options '--epochs 1'
test -e out && echo 'a folder was made'
# Habitual spellings do what the names do.
small='--dimensions 4 --walks 2'
try --methods riwalk-sp --embed-options="$small --epochs 1"
cp out/results-radius.csv names.csv
try --methods riwalk-sp --embed-options="-qd4 --num-walks 2 --iter=1"
cmp names.csv out/results-radius.csv
# A sweep has the last word about what it varies.
try --methods riwalk-sp --embed-options="$small --epochs 1 --radius 2"
cmp names.csv out/results-radius.csv
