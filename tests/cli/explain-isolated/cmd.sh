# Nodes without neighbours, one and two of them, and one beside an ordinary node; unused weights.
printf '1 2\n2 3\n' >graph.txt
printf '8\n9\n' >nodes.txt
each 'explain graph.txt --node-list nodes.txt 8' '' 9 1 --json
printf '1 2 0.5\n' >weights.txt
riwalk explain weights.txt --weighted 1
