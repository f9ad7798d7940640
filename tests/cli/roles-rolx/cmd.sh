# Each role of RolX is explained by measures.
riwalk generate barbell --clique 8 --path 8 -o graph.txt
riwalk roles graph.txt --method rolx --roles 2
riwalk roles graph.txt --method rolx --roles 2 --json --threads 1
riwalk roles graph.txt --method rolx --directed
riwalk roles graph.txt --method rolx --walks 3
riwalk explain graph.txt 1 --method rolx
