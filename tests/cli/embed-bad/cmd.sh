# Values without meaning, and places that cannot be written, are found out before the work.
riwalk generate karate -o graph.txt
printf 'New York,Boston\n' >towns.csv
printf 'a b 1\nb c -2\n' >negative.txt
each embed '' graph.txt 'missing.txt -o v.txt' 'towns.csv -o v.txt' 'graph.txt --walk-length 1 --estimate'
each 'embed graph.txt -o v.txt' '--dimensions 0' '--alpha -1' '--alpha nan' '--subsample 2' '--alpha 0.01 --min-alpha 0.02' \
    '--save-model m.rwm --method deepwalk' '--save-model m.rwm --combine deepwalk' '--threads 100000' '--method riwalk-ps' \
    '--memory lots' '--directed --method struc2vec' '--walk-length 1' '--walk-length 1 --trainer factor'
each 'embed graph.txt -o' no/such/folder/v.txt graph.txt . '/dev/full --epochs 0 --no-metadata' 'again.txt --like graph.txt'
printf '\351 b\n' >latin.txt
each 'embed latin.txt -o' v.npz v.pkl
riwalk embed towns.csv -o v.tsv --walks 5 --epochs 1 --dimensions 2 && cut -f 1 v.tsv
riwalk embed graph.txt -o zero.txt --epochs 0 --dimensions 2 && head -n 1 zero.txt
for method in riwalk-sp struc2vec; do
    riwalk embed graph.txt -o v.txt --memory 1k --threads 1 --method $method 2>&1 | sed 's/least [0-9.]* MB/least N MB/'
done
# Options of other methods, and graphs that a method has no use for.
each 'embed graph.txt -o v.txt' '--p 2' '--heat-scales 1,2' '--balance 0.2' '--layers 2' '--combine deepwalk --balance 2' \
    '--combine riwalk-sp' '--combine deepwalk --dimensions 1' '--combine deepwalk --method deepwalk' \
    '--combine deepwalk --directed --method graphwave'
each 'embed graph.txt -o v.txt --method graphwave' --directed '--epochs 3' '--walks 3' '--radius 3' '--p 3' \
    '--heat-scales 1,,2' '--heat-scales many' '--heat-scales 0' '--heat-scales -1,2' '--heat-scales 1,2,3' '--dimensions 6' \
    '--memory 1M --threads 1'
each 'embed graph.txt -o v.txt --method node2vec' '--p 0' '--p -1' '--q nan' '--q inf'
each 'embed graph.txt -o v.txt --method deepwalk' '--q 2' '--radius 2' '--walk-length 1' '--candidates all'
each 'embed graph.txt -o v.txt --method struc2vec' '--layers -1' '--layers deep' '--candidates some' '--compact-degrees maybe' \
    '--stay 0' '--radius 2' '--p 2' '--walk-length 1'
try embed negative.txt -o v.txt --method node2vec --weighted
ls
