# The same seed gives the same graph at any number of threads, another seed another one.
for kind in 'erdos-renyi --nodes 2000 --degree 8' 'barabasi-albert --nodes 2000 --edges-per-node 4' \
    'rmat --scale 11 --edges-per-node 8'; do
    riwalk generate $kind --seed 3 --threads 1 -o one.txt
    riwalk generate $kind --seed 3 --threads 3 -o three.txt
    riwalk generate $kind --seed 4 -o other.txt
    cmp one.txt three.txt && echo "same: $kind"
    cmp -s one.txt other.txt || echo "differs: $kind"
done
riwalk info one.txt | head -n 1
