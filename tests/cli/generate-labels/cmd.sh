riwalk generate barbell --clique 3 --path 2 -o graph.txt --labels labels.txt
cat graph.txt labels.txt
riwalk generate karate --labels - -o graph.txt | sort -k 2 | cut -d ' ' -f 2 | uniq -c
ln -s labels.txt link.txt
riwalk generate grid --rows 1 --columns 2 --labels link.txt | cat - labels.txt
readlink link.txt
each 'generate karate' '--labels -' '-o graph.txt --labels graph.txt' '-o graph.txt --labels ./graph.txt' \
    '-o graph.txt --labels no/such/labels.txt' '-o no/such/graph.txt --labels new-labels.txt'
ls
