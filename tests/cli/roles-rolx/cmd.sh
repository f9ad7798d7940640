# Each role of RolX is explained by measures.
riwalk generate barbell --clique 8 --path 8 -o graph.txt
each 'roles graph.txt --method rolx' '--roles 2' '--roles 2 --json --threads 1' --directed '--walks 3'
try explain graph.txt 1 --method rolx
