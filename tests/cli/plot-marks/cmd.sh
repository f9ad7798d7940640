# Every point, edge and name is there, in its colour.
points() { # COUNT CLASSES: vectors, and labels of all but every (CLASSES + 1)th
    awk -v n="$1" 'BEGIN { print n, 2; for (i = 0; i < n; i++) print "n" i, i * 7919 % 1009, i * 104729 % 997 }' >vectors.txt
    awk -v n="$1" -v c="$2" 'BEGIN { for (i = 0; i < n; i++) if (i % (c + 1) < c) print "n" i, "class" i % (c + 1) }' >labels.txt
}
colours() {
    grep -o '<circle.*fill="#[0-9a-f]*"' p.svg | sed 's/.*fill=//' | sort | uniq -c
}
points 400 3
riwalk plot vectors.txt --labels labels.txt -o p.svg -q
colours # one more of each in the legend
points 50 3
for when in auto always never; do
    riwalk plot vectors.txt --labels labels.txt --point-labels $when -o p.svg -q
    echo "$when: $(grep -c '>n[0-9]*<' p.svg)"
done
points 4000 3
riwalk plot vectors.txt --labels labels.txt -o p.svg -q
echo "too many: $(grep -c '>n[0-9]*<' p.svg)"
# Beyond 96 classes colours and shapes repeat; the legend ends with how many more there are.
points 2000 1000
for size in '' '--width 100 --height 100'; do
    riwalk plot vectors.txt --labels labels.txt -o p.svg -q $size
    grep -o '[0-9]* more</text>' p.svg
done
riwalk generate karate -q -o karate.txt
printf '# no edge\n' >none.txt
printf '1\n2\n3\n' >nodes.txt
for words in karate.txt 'none.txt --node-list nodes.txt'; do
    riwalk plot --graph $words -o p.svg -q
    colours
    echo "names $(grep -c '<text' p.svg), edges $(($(grep -c '<path' p.svg) - 1))"
done
