riwalk generate barbell --clique 3 --path 2 -o graph.txt --labels labels.txt
cat graph.txt labels.txt
riwalk generate karate --labels - -o graph.txt | sort -k 2 | cut -d ' ' -f 2 | uniq -c
riwalk generate karate --labels -
riwalk generate karate -o graph.txt --labels graph.txt
riwalk generate karate -o graph.txt --labels ./graph.txt
riwalk generate karate -o graph.txt --labels no/such/labels.txt
riwalk generate karate -o no/such/graph.txt --labels new-labels.txt
ls
