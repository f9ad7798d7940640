# The main job: the mirror image of a node comes first among its neighbours.
riwalk generate karate-mirrored -o graph.txt
riwalk embed graph.txt -o vectors.txt --method riwalk-wl --epochs 40 --dimensions 32
ls
head -n 1 vectors.txt
for node in 1 2 3 33 34; do
    riwalk nearest vectors.txt "$node" -n 1 | tail -n 1 | cut -f 1,2
done
