# A node and its mirror image have the same expected profile; what is left is chance, and fades with
# the number of walks. A node of the same degree in another place stays different.
riwalk generate karate-mirrored -o club.txt
similarity() {
    riwalk explain club.txt "$@" | sed -n "s/^similarity \([0-9.]*\) .*/$*: \1/p"
}
for node in 2 3 9 17 33 34; do
    similarity $node $((node + 34))
done
similarity 17 51 --walks 2000
similarity 17 18 --walks 2000
