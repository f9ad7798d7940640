# Two cliques joined by a path: its nodes have the least constraint.
riwalk generate barbell --clique 5 --path 3 -o graph.txt
awk 'BEGIN {
    print 13, 2
    for (i = 0; i < 13; i++)
        print i, (i > 3 && i < 9) ? "1 0." i : "-1 0." i
}' >vectors.txt
riwalk holes graph.txt vectors.txt --top 4
riwalk holes graph.txt vectors.txt --top 4 --json
riwalk holes graph.txt --constraints - | head -n 7
echo 'the three of lowest constraint:'
riwalk holes graph.txt --constraints - --top 3
printf '0 1 2.5\n1 2 1\n0 2 1\n' >weighted.txt
printf 'alone\n' >nodes.txt
riwalk holes weighted.txt --weighted --node-list nodes.txt --constraints out.txt
cat out.txt
riwalk holes graph.txt vectors.txt
printf '0 0\n0 1\n1 0\n' >loops.txt
riwalk holes loops.txt --constraints loops.out
sed 's/^1 /x /' vectors.txt >other.txt
riwalk holes graph.txt other.txt --top 4 | head -n 1
# Two stars with their hubs joined, whose vectors are alike; another graph's node has the same.
printf '%s\n' '0 1' '0 2' '0 3' '0 4' '5 6' '5 7' '5 8' '5 9' '0 5' >stars.txt
awk 'BEGIN { print 11, 2; for (i = 0; i < 10; i++) print "g:" i, i % 5 ? "0 1" : "1 0." i; print "h:0 1 0" }' >prefixed.txt
each 'holes stars.txt prefixed.txt' '' '--prefix g --top 2' '--prefix g --top 300'
