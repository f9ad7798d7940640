awk 'BEGIN {
    print 30, 2
    for (i = 0; i < 30; i++)
        print "n" i, (i % 3 == 1) * 10 + i % 2 / 4, (i % 3 == 2) * 10
}' >vectors.txt
awk 'BEGIN { for (i = 0; i < 30; i++) if (i % 5) print "n" i, "role-" i % 3 }' >labels.txt
riwalk cluster vectors.txt -k 3
riwalk cluster vectors.txt --labels labels.txt -o clusters.txt
head -n 4 clusters.txt
riwalk cluster vectors.txt -k 2 --labels labels.txt --json --silhouette-sample 10 -q
riwalk cluster vectors.txt -k 1
# Without a number, that of the largest silhouette is taken; vectors that are all alike are one.
riwalk cluster vectors.txt -v 2>&1 | grep -v ' s\( in all\)*$'
awk 'NR == 1 { print "5 1" } NR > 1 && NR < 7 { print $1, 1 }' vectors.txt >alike.txt
riwalk cluster alike.txt --json | grep '"clusters"'
# Clusters and scores do not depend on threads.
riwalk generate shapes --shapes 20 -o many.graph -q
riwalk embed many.graph --trainer factor -d 8 -o many.txt -q
for threads in 1 2 4; do
    riwalk cluster many.txt -k 6 --normalize standard --threads $threads --json -o $threads.clusters >$threads.scores -q
    cmp 1.clusters $threads.clusters && cmp 1.scores $threads.scores
done
