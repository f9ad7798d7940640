awk 'BEGIN {
    print 20, 1
    for (i = 0; i < 20; i++)
        print i, (i % 2) * 4 + i / 1000
}' >vectors.txt
awk 'BEGIN { for (i = 0; i < 20; i++) print i, i % 2 ? "odd" : "even" }' >labels.txt
riwalk classify vectors.txt labels.txt --ratios 0.5 --repeats 2 --json
