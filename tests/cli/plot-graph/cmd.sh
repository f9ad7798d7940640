# Pictures of a graph: coloured by clusters of its vectors, by labels, or not at all.
riwalk generate barbell -o graph.txt --labels labels.txt
riwalk embed graph.txt -o vectors.txt -d 4
riwalk plot vectors.txt --graph graph.txt -o clusters.svg
riwalk plot vectors.txt --graph graph.txt -k 2 -o two.svg
riwalk plot vectors.txt --graph graph.txt --labels labels.txt -o labels.svg
riwalk plot --graph graph.txt --labels labels.txt -o labels-only.svg --places places.txt
riwalk plot --graph graph.txt -o plain.svg
cmp labels.svg labels-only.svg
wc -l <places.txt
# Nodes are marks, outlined in the colour of the background; those of a picture, not of its legend.
for file in clusters two labels plain; do
    echo "$file: $(grep -c '<circle\|z" fill="#[^f]' $file.svg) marks"
done
echo 'Vectors of several graphs, and nodes without one:'
cp graph.txt other.txt
riwalk embed graph.txt other.txt -o both.txt -d 4
riwalk plot both.txt --graph graph.txt -o none.svg
riwalk plot both.txt --graph graph.txt --prefix other -o both.svg
sed '3,6d; 1s/.*/26 4/' vectors.txt >fewer.txt
riwalk plot fewer.txt --graph graph.txt -k 2 -o fewer.svg
# Vectors that are all alike are one cluster.
awk 'NR == 1 { print "30 1" } NR > 1 { print $1, 1 }' vectors.txt >alike.txt
riwalk plot alike.txt --graph graph.txt -o alike.svg
ls *.svg
# Where nothing is said, the number of clusters is that of the largest silhouette; a member of the
# club and its mirror image have one colour.
riwalk generate karate-mirrored -o club.txt
riwalk embed club.txt -o roles.txt --method riwalk-wl --epochs 40
riwalk plot roles.txt --graph club.txt -v -o club.svg 2>&1 | grep silhouette
k=$(riwalk plot roles.txt --graph club.txt -v -o club.svg 2>&1 | sed -n 's/^riwalk: \([0-9]*\) clusters have.*/\1/p')
riwalk plot roles.txt --graph club.txt -k "$k" -o same.svg
cmp club.svg same.svg
riwalk cluster roles.txt --normalize unit -o clusters.txt >table.txt
[ "$(sed -n 's/^clusters *//p' table.txt)" = "$k" ] || cat table.txt
awk '{ of[$1] = $2 } END { for (i = 1; i <= 34; i++) n += of[i] != of[i + 34]; print n + 0, "pairs of two colours" }' clusters.txt
