# The graphs of a seed are a promise: benchmarks name them. A change here is a change of results.
for words in 'erdos-renyi --nodes 60000' 'barabasi-albert --nodes 60000 --edges-per-node 4' 'rmat --scale 16 --edges-per-node 4' \
    'transactions --markets 1000'; do
    for seed in 1 2; do
        riwalk generate $words --seed $seed -o graph.rwg -q
        riwalk info graph.rwg | awk -v name="${words%% *} $seed" '/^edges|^checksum/ { print name, $0 }'
    done
done
# Nor does the number of threads matter, where there is work for several.
for words in 'erdos-renyi --nodes 60000' 'barabasi-albert --nodes 60000 --edges-per-node 4' 'rmat --scale 16 --edges-per-node 4' \
    'grid --rows 300 --columns 350' 'barbell --clique 400' 'shapes --shapes 5000' 'transactions --markets 1000'; do
    for threads in 1 2 7; do
        riwalk generate $words --threads $threads -o $threads.rwg -q
        cmp 1.rwg $threads.rwg
    done
done
