# Equal graphs have equal checksums, whatever stores them and in whatever order.
checksum() {
    riwalk info "$1" | grep checksum
}
riwalk generate erdos-renyi --nodes 500 --degree 6 --seed 9 -o graph.rwg
riwalk convert graph.rwg graph.txt
riwalk convert graph.rwg graph.mtx.gz
grep -v '^#' graph.txt | sort -r >reversed.txt
riwalk convert reversed.txt reversed.rwg
[ "$(checksum graph.txt)" = "$(checksum reversed.rwg)" ] && echo "the order of lines has no effect"
[ "$(checksum graph.txt)" = "$(checksum reversed.txt)" ] && echo "nor has the format"
sed 2d reversed.txt >less.txt
[ "$(checksum graph.txt)" = "$(checksum less.txt)" ] || echo "an edge less has"
