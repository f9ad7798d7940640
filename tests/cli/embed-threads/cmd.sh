# The same bytes on any number of threads, from run to run, and with walks made again.
riwalk generate barabasi-albert --nodes 3000 --edges-per-node 3 -o graph.txt
set -- --walks 16 --epochs 2 --dimensions 20 --no-metadata
riwalk embed graph.txt -o 1.bin --threads 1 "$@"
for threads in 1 2 3 8; do
    riwalk embed graph.txt -o again.bin --threads "$threads" "$@"
    cmp 1.bin again.bin && echo "$threads: the same"
done
least=$(riwalk embed graph.txt --estimate --threads 1 "$@" | sed -n 's/.*at least \([0-9.]*\) MB.*/\1/p')
riwalk embed graph.txt -o less.bin --memory "${least}M" --threads 1 -v "$@" 2>&1 | grep -o 'made again in every epoch'
cmp 1.bin less.bin && echo "with less memory: the same"
riwalk embed graph.txt -o other.bin --seed 2 "$@"
cmp -s 1.bin other.bin || echo "another seed: different"
