# A path of three nodes: few enough walks to read. The anchor is its id, everything else a role.
printf 'a b\nb c\n' >path.txt
riwalk walks path.txt --walks 2 --walk-length 4
riwalk walks path.txt --walks 2 --walk-length 4 --as-nodes
riwalk walks --walks 2 --walk-length 4 --no-discount --role-anchor drop - <path.txt
