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
