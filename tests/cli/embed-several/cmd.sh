# Several graphs in one space: ids read NAME:id.
riwalk generate karate -o club.txt
riwalk generate barbell -o barbell.edges.txt
riwalk embed club.txt barbell.edges.txt -o both.tsv --walks 5 --epochs 1 --dimensions 4
cut -f 1 both.tsv | sed -n '1,3p;35,38p'
grep -c . both.tsv
mkdir other && cp club.txt other/club.csv
riwalk embed club.txt other/club.csv -o both.tsv
riwalk embed club.txt barbell.edges.txt --node-list club.txt -o both.tsv
