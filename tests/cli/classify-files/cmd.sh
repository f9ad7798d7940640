# Predictions are for the nodes without a label; splits repeat with the seed.
awk 'BEGIN { print 12, 1; for (i = 0; i < 12; i++) print "n" i, (i % 2) * 9 }' >vectors.txt
awk 'BEGIN { for (i = 0; i < 9; i++) print "n" i, i % 2 ? "odd" : "even" }' >labels.txt
riwalk classify -q vectors.txt labels.txt --ratios 0.2,0.5 --repeats 2 --predict predicted.txt \
    --write-splits splits.txt | wc -l
cat predicted.txt
awk '{ print $1, NF - 1, "nodes" }' splits.txt
riwalk classify -q vectors.txt labels.txt --ratios 0.2,0.5 --repeats 2 --write-splits again.txt >table.txt
cmp splits.txt again.txt
riwalk classify -q vectors.txt labels.txt --ratios 0.2,0.5 --repeats 2 --write-splits again.txt \
    --seed 2 >table.txt
cmp -s splits.txt again.txt || echo 'another seed, other splits'
awk 'BEGIN { for (i = 0; i < 12; i++) print "n" i, i % 2 ? "odd" : "even" }' >labels.txt
riwalk classify vectors.txt labels.txt --ratios 0.5 --predict predicted.txt >table.txt
wc -c <predicted.txt
riwalk classify vectors.txt labels.txt --ratios 0.5 --predict no/such/file
ls
