# Vectors that are far too short for their labels: with --tune every training part finds it out. The last
# column is a measure, as the file beside the vectors says, and keeps its length.
awk 'BEGIN {
    print 90, 3
    for (i = 0; i < 90; i++)
        print "n" i, (i % 3 == 0) / 500 + i % 7 / 9000, (i % 3 == 1) / 500 + i % 5 / 9000, i % 4
}' >vectors.txt
echo '{"measure_columns": 1}' >vectors.txt.json
awk 'BEGIN { for (i = 0; i < 90; i++) print "n" i, "role-" i % 3 }' >labels.txt
for by in no micro macro; do
    riwalk classify vectors.txt labels.txt --ratios 0.5 --tune $by | sed -n '1p;$p' | cut -c 1-110
done
rm vectors.txt.json
riwalk classify vectors.txt labels.txt --ratios 0.5 --tune micro | head -n 1
riwalk classify vectors.txt labels.txt --ratios 0.5 --tune micro --json | grep tune
riwalk classify vectors.txt labels.txt --tune micro --C 1
echo "status $?"
