# Every command that the how-to pages and evaluation.md show, run over small files of the names that they use.
# Under a sanitizer each of them is tried by a case of its own.
skip_sanitized
unset RIWALK_ISA # no number is printed: as fast as it goes
pages=$0/../../docs/how-to
riwalk generate erdos-renyi --nodes 300 --degree 6 -q -o day0.txt
echo '17 18' >>day0.txt
sed -n 's/^    \([+-] .*\)/\1/p' "$pages/models.md" >edits.txt
cp day0.txt graph.txt
cp day0.txt a.txt
cp day0.txt usa.edgelist
cp day0.txt usa-airports.edgelist
gzip -c day0.txt >big.txt.gz
awk '{ print $1 "," $2 "," NR % 5 + 1 }' day0.txt >flights.csv
cp flights.csv payments.csv
seq 0 299 | awk '{ print $1, $1 % 3 ? "account" : "merchant" }' >types.txt
awk 'BEGIN { print "<graphml><key id=\"k\" for=\"node\" attr.name=\"kind\"/><graph>" }
    { print "<node id=\"" $1 "\"><data key=\"k\">" $2 "</data></node>" }
    END { print "<edge source=\"1\" target=\"2\"/><edge source=\"2\" target=\"3\"/></graph></graphml>" }' types.txt >payments.graphml
cp day0.txt january.txt
sed 5d day0.txt | tee february.txt | sed 9d >march.txt
awk '{ print $1, $2, 1700000000 + 7000 * NR }' day0.txt >messages.txt
riwalk generate barabasi-albert --nodes 200 --edges-per-node 3 -q -o b.txt
cp b.txt europe.edgelist
seq 0 299 | awk '{ print $1, $1 % 4 }' | tee labels.txt a.labels usa-airports.group known.group >usa.group
seq 0 199 | awk '{ print $1, $1 % 4 }' | tee b.labels >europe.group
printf '57\n152\n' >ids.txt
riwalk embed -q graph.txt -o vectors.npy --trainer factor
for page in "$pages"/*.md "$pages/../evaluation.md"; do
    sed -n 's/^    \(riwalk .*\)/\1/p' "$page" | sed 's/  *#.*//'
done >commands
while read -r command; do
    sh -c "$command" >log 2>&1 || { echo "failed: $command" && cat log; }
done <commands
test "$(wc -l <commands)" -ge 20 || echo 'too few commands'
