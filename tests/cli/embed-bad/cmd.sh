# Values without meaning, and places that cannot be written, are found out before the work.
riwalk generate karate -o graph.txt
riwalk embed
riwalk embed graph.txt
riwalk embed graph.txt -o v.txt --dimensions 0
riwalk embed graph.txt -o v.txt --alpha -1
riwalk embed graph.txt -o v.txt --alpha nan
riwalk embed graph.txt -o v.txt --subsample 2
riwalk embed graph.txt -o v.txt --alpha 0.01 --min-alpha 0.02
riwalk embed graph.txt -o v.txt --save-model m.rwm --method deepwalk
riwalk embed graph.txt -o v.txt --save-model m.rwm --combine deepwalk
riwalk embed graph.txt -o v.txt --threads 100000
riwalk embed graph.txt -o v.txt --method riwalk-ps
riwalk embed graph.txt -o v.txt --memory lots
riwalk embed graph.txt -o v.txt --memory 1k --threads 1 2>&1 | sed 's/least [0-9]* MB/least N MB/'
riwalk embed graph.txt -o no/such/folder/v.txt
riwalk embed graph.txt -o graph.txt
riwalk embed graph.txt -o .
riwalk embed missing.txt -o v.txt
riwalk embed graph.txt -o v.txt --directed --method struc2vec
riwalk embed graph.txt -o v.txt --walk-length 1
riwalk embed graph.txt -o v.txt --walk-length 1 --trainer factor
riwalk embed graph.txt --walk-length 1 --estimate
printf 'New York,Boston\n' >towns.csv
riwalk embed towns.csv -o v.txt
riwalk embed towns.csv -o v.tsv --walks 5 --epochs 1 --dimensions 2 && cut -f 1 v.tsv
riwalk embed graph.txt -o zero.txt --epochs 0 --dimensions 2 && head -n 1 zero.txt
riwalk embed graph.txt -o /dev/full --epochs 0 --no-metadata
riwalk embed graph.txt -o again.txt --like graph.txt
ls
