# Ids and labels with blanks and the like are written in quotes, and read back as they were.
awk 'BEGIN {
    print "id\tx\ty"
    for (i = 0; i < 12; i++)
        printf "%s%d%s\t%d\t%d\n", i % 3 ? "a b " : "#", i, i % 4 ? "" : ";", i % 2 * 9, i
}' >vectors.tsv
awk -F '\t' 'NR > 1 { printf "\"%s\" \"%s\"\n", $1, NR % 2 ? "no" : "a b" }' vectors.tsv >all.txt
head -n 8 all.txt >labels.txt
riwalk classify -q vectors.tsv labels.txt --ratios 0.5 --repeats 1 --predict predicted.txt \
    --write-splits splits.txt >table.txt
cat predicted.txt splits.txt
riwalk cluster vectors.tsv -k 2 -o clusters.txt >table.txt
head -n 2 clusters.txt
riwalk plot vectors.tsv -o x.svg --places places.txt
sed 's/ [^ ]* [^ ]*$//; 2q' places.txt
# The clusters agree with themselves, and predictions with the truth: every id and label came back.
riwalk cluster vectors.tsv --labels clusters.txt | tail -n 2
cat labels.txt predicted.txt >both.txt
riwalk cluster vectors.tsv --labels both.txt --json | grep -e labelled -e v_measure
riwalk transfer vectors.tsv all.txt both.txt --positive 'a b' | tail -n 2
riwalk plot vectors.tsv --labels places.txt -o y.svg
# Long names are written whole.
awk 'BEGIN {
    for (i = 0; i < 5000; i++)
        name = name "x"
    print name, "y"
    print name, "z"
    print "\"two words\"", "y"
}' >graph.txt
riwalk holes graph.txt --constraints constraints.txt
awk '{ print length($0) }' constraints.txt
tail -n 1 constraints.txt
printf 'id\tx\na "b\t1\nc\t2\n' >quote.tsv
riwalk cluster quote.tsv -k 2 -o quote.txt >table.txt
echo "status $?"
ls quote*
