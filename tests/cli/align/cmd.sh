# A copy with the ids reversed is found back, whatever the threads; the table, CSV and JSON agree.
riwalk generate karate-mirrored -q -o club.txt
riwalk generate shapes --shapes 3 -q -o shapes.txt
awk '{ print "n" 1000 - $1, "n" 1000 - $2 }' shapes.txt >copy.txt
riwalk align shapes.txt copy.txt -n 2 | head -n 8
riwalk align shapes.txt copy.txt -o pairs.csv --threads 1
riwalk align shapes.txt copy.txt -o - --threads 3 | tr '\t' ',' | cmp - pairs.csv
riwalk align shapes.txt copy.txt -o pairs.json -q --one-to-one
sed -n 1,16p pairs.json
# Known pairs tell symmetric nodes apart: the two halves of a mirrored club.
awk '{ print $1, $1; exit }' club.txt >known.txt
riwalk align club.txt club.txt --json | grep mean_score
riwalk align club.txt club.txt --known known.txt --json | grep mean_score
riwalk align club.txt club.txt --known known.txt | awk -F '\t' '$1 == $2 && $3 > 0.5' | wc -l
# Names that need quotes.
printf '"a,b" c\nc d\n"a,b" e\n' >names.txt
riwalk align names.txt names.txt -n 1 -o names.csv -q && cat names.csv
# Types tell symmetric nodes apart as well, one file for each graph or one for both, on any threads.
awk '{ print $1; print $2 }' club.txt | sort -un | awk '{ print $1, (NR > 1 ? "plain" : "marked") }' >types.txt
riwalk align club.txt club.txt --node-types types.txt --json | grep mean_score
riwalk align club.txt club.txt --node-types types.txt --match-types types.txt -o types-1.csv -q --threads 1
riwalk align club.txt club.txt --node-types types.txt -o types-3.csv --threads 3 -q && cmp types-1.csv types-3.csv
