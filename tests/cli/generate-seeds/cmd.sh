# The graphs of a seed are a promise: benchmarks name them. A change here is a change of results.
for words in 'erdos-renyi --nodes 60000' 'barabasi-albert --nodes 60000 --edges-per-node 4' 'rmat --scale 16 --edges-per-node 4' \
    'transactions --markets 1000'; do
    for seed in 1 2; do
        riwalk generate $words --seed $seed -o graph.rwg -q
        riwalk info graph.rwg | awk -v name="${words%% *} $seed" '/^edges|^checksum/ { print name, $0 }'
    done
done
