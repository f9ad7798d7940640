# Two cliques of four joined by a path of two.
riwalk generate barbell --clique 4 --path 2 -o barbell.txt
riwalk roles barbell.txt
riwalk roles barbell.txt --method riwalk-wl --radius 2 --role-anchor drop
riwalk roles barbell.txt --method riwalk-rw-sp --radius 2 --no-discount --walks 5 --walk-length 4
# Visits and anchors add up, ids count from 0, lines are sorted by their tuples.
riwalk generate karate-mirrored -o club.txt
riwalk roles club.txt >roles.tsv
riwalk walks club.txt | tr ' ' '\n' | grep -c r
awk 'NR > 1 { visits += $6 } NR > 1 && $1 != NR - 2 { print "wrong id " $1 } END { print visits }' roles.tsv
sed 1d roles.tsv >rows.tsv
sort -s -k3,3n -k4,4n -k5,5n rows.tsv | cmp - rows.tsv && echo sorted
