# Of one degree class; the same node; one with only a single kind of neighbour.
riwalk generate karate -o karate.txt
riwalk explain karate.txt 1 34 --top 4
riwalk explain karate.txt 15 16 --role-anchor drop --method wl --radius 1
riwalk explain karate.txt 7 7 --top 1
