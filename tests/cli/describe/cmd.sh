riwalk generate barbell --labels labels -o barbell -q
riwalk describe barbell --labels labels -o roles
riwalk describe barbell --details -q | sed -n '/^Role 3/,/^Role 4/p'
cat roles
riwalk describe barbell -k 3 --details --tokens 2 --typical 2 -q | grep -E '^(Role|roles|  (nodes|typical|unusual))'
riwalk embed barbell --preset roles -o vectors -q
riwalk describe barbell vectors >given
riwalk describe barbell --threads 3 | grep -v '^vectors ' | diff - given && echo same
awk 'BEGIN { print 4, 2; print "a 1 0"; print "b 1 0"; print "c 0 1"; print "d 0.6 0.8" }' >by-hand
printf 'a b\nb c\nc d\nb d\n' >triangle
printf 'a end\nb middle\n' >labels
riwalk describe triangle by-hand -k 2 --json --labels labels
# Nodes without edges are a role of their own.
printf '1 2\n2 3\n' >path
printf '7\n8\n' >more
riwalk describe path --node-list more -k 2 --details -o roles | grep -A1 '^Role'
cat roles
# Arcs and weights are part of rules, names and ranges.
printf '%s\n' '1 2 5' '1 3 1' '1 4 1' '2 5 2' '3 5 1' '4 5 1' >arcs
riwalk describe arcs --directed --weighted --details -k 3
# Several graphs have roles together.
riwalk describe path --also arcs -k 2 -o roles -q | grep -E '^(nodes|largest|Family)'
cat roles
# Vectors of some nodes, in another order and with a prefix, are found by name; of three clusters on a line the near two are joined.
printf '0 1\n1 2\n2 3\n' >chain
printf '4\n' >fifth
printf '4 2\ng:3 1 0\ng:2 0 1\nother 5 5\ng:0 1 0\n' >some
each 'describe chain some --node-list fifth -k 2 -q' '' '--prefix g -o roles'
cat roles
awk 'BEGIN { split("0 1 3", at, " "); print 34, 1; for (i = 1; i < 35; i++) print i, at[i % 3 + 1] + (i % 2) / 1000 }' >line
riwalk generate karate -o karate -q
riwalk describe karate line -k 2 --normalize none -o roles -q >out
awk '{ print $1 % 3 == 2, $2 }' roles | sort | uniq -c
