# Nodes without neighbours are embedded as zero vectors, and it says so.
printf '1 2\n2 3\n' >graph.txt
printf '7\n8\n' >more.txt
riwalk embed graph.txt --node-list more.txt -o v.txt --walks 5 --epochs 1 --dimensions 3
grep '^[78] ' v.txt
riwalk nearest v.txt 7
