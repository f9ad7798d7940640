# Two clouds that nothing could confuse, and a third class that only lies on one side of both.
awk 'BEGIN {
    print 60, 2
    for (i = 0; i < 60; i++)
        print "n" i, (i % 3 == 0) * 9 + i / 100, (i % 3 == 1) * 9 - i / 100
}' >vectors.txt
awk 'BEGIN { for (i = 0; i < 60; i++) print "n" i, "role-" i % 3 }' >labels.txt
riwalk classify vectors.txt labels.txt --C 10
riwalk classify vectors.txt labels.txt --ratios 0.5,0.25 --repeats 1 --balanced --scale standard
