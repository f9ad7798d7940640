# The examples of docs/roles.md; whatever changes them changes that page.
riwalk generate karate-mirrored -o club.txt
riwalk walks club.txt --walks 1 -o walks.txt
sed -n 1,2p walks.txt
riwalk walks club.txt --walks 1 --as-nodes -o nodes.txt
sed -n 1,2p nodes.txt
riwalk roles club.txt >roles.tsv
sed -n 1,4p roles.tsv
riwalk explain club.txt 33 --top 4
riwalk explain club.txt 33 67 --top 3
riwalk explain club.txt 17 18 --top 3
riwalk explain club.txt 1 3 --top 3
