# Training pairs with the anchor alone: fewer pairs, the same bytes on any number of threads, recorded in
# the metadata and in models, and refused by name where the value is another.
riwalk generate barabasi-albert --nodes 1000 --edges-per-node 3 -o graph.txt
set -- --walks 10 --epochs 2 --dimensions 20
riwalk embed graph.txt -o all.bin --pairs all "$@"
riwalk embed graph.txt -o default.bin "$@"
cmp all.bin default.bin && echo "all is the default"
riwalk embed graph.txt -o 1.bin --threads 1 --pairs anchor "$@" --save-model 1.rwm --report 1.json
for threads in 2 3 8; do
    riwalk embed graph.txt -o again.bin --threads "$threads" --pairs anchor "$@" --save-model again.rwm
    cmp 1.bin again.bin && cmp 1.rwm again.rwm && echo "$threads: the same"
done
cmp -s all.bin 1.bin || echo "another result"
grep '"pairs"' 1.bin.json
riwalk embed graph.txt -o like.bin --like 1.bin.json
cmp 1.bin like.bin && echo "repeated by --like"
riwalk transform 1.rwm graph.txt -o transformed.bin && grep '"pairs"' transformed.bin.json
riwalk embed graph.txt -o x.bin --method deepwalk --pairs anchor
riwalk embed graph.txt -o x.bin --pairs roles
