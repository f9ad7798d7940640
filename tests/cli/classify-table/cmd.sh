# Two clouds that nothing could confuse, and a third class that only lies on one side of both.
awk 'BEGIN {
    print 60, 2
    for (i = 0; i < 60; i++)
        print "n" i, (i % 3 == 0) * 9 + i / 100, (i % 3 == 1) * 9 - i / 100
}' >vectors.txt
awk 'BEGIN { for (i = 0; i < 60; i++) print "n" i, "role-" i % 3 }' >labels.txt
riwalk classify vectors.txt labels.txt --C 10
riwalk classify vectors.txt labels.txt --ratios 0.5,0.25 --repeats 1 --balanced --normalize standard
# Another column is another label of each node, which is rarely meant.
awk '{ print $0, "x" NR % 2 }' labels.txt >columns.txt
riwalk classify vectors.txt columns.txt --ratios 0.5 | head -n 1
sed '1s/ x.*//' columns.txt >some.txt
riwalk classify vectors.txt some.txt --ratios 0.5 | head -n 1
