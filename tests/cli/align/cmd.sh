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
# A star of five leaves beside a triangle with a tail: symmetric nodes share a score.
printf '%s\n' '0 1' '0 2' '0 3' '0 4' '0 5' '6 7' '7 8' '8 6' '8 9' '9 10' >star.txt
riwalk align star.txt star.txt -n 1 | awk 'NR > 1 { printf "%s %.1f\n", $1, $3 }' | sort -n
riwalk align shapes.txt copy.txt -o - -q --one-to-one | cut -f 2 | sort | uniq -d
# Two known pairs turn a ring by four; one tells twins apart that are joined to each other.
awk 'BEGIN { for (i = 0; i < 12; i++) print i, (i + 1) % 12 }' >ring.txt
printf '0 4\n1 5\n' >turn.txt
riwalk align ring.txt ring.txt --known turn.txt -n 1 | awk 'NR > 1 && $2 != ($1 + 4) % 12'
printf '%s\n' '0 1' '1 2' '2 0' '2 3' >tail.txt
printf '0 1\n' >twins.txt
riwalk align tail.txt tail.txt --known twins.txt -n 1 | awk 'NR > 1 { print $1, $2 }'
