# Several graphs in one space: ids read NAME:id.
riwalk generate karate -o club.txt
riwalk generate barbell -o barbell.edges.txt
riwalk embed club.txt barbell.edges.txt -o both.tsv --walks 5 --epochs 1 --dimensions 4
cut -f 1 both.tsv | sed -n '1,3p;35,38p'
grep -c . both.tsv
mkdir other && cp club.txt other/club.csv
riwalk embed club.txt other/club.csv -o both.tsv
riwalk embed club.txt barbell.edges.txt --node-list club.txt -o both.tsv
# A note names its file, and says what cannot be compared. The metadata tell how graphs were read.
printf '1 1 5\n1 2 5\n2 3 1\n' >loop.txt
riwalk embed club.txt loop.txt -o both.tsv --method deepwalk --walks 5 --epochs 1 --dimensions 4
riwalk embed club.txt loop.txt -o both.tsv --combine deepwalk --walks 5 --epochs 1 --dimensions 4 -q
riwalk embed loop.txt -o loop.tsv --preset best --dimensions 4 -q
grep -e preset -e weighted loop.tsv.json
riwalk embed loop.txt --weighted -o loop.tsv --method deepwalk --walks 5 --epochs 1 --dimensions 4 -q
grep -e preset -e weighted loop.tsv.json
