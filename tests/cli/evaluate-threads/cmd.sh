# The same bytes at any number of threads.
awk 'BEGIN {
    srand(1)
    print 400, 8
    for (i = 0; i < 400; i++) {
        printf "%d", i
        for (d = 0; d < 8; d++)
            printf " %.4f", (i * 7919 + d * 104729 + i * d * 31) % 1000 / 500 - (i % 4 == d)
        print ""
    }
}' >vectors.txt
awk 'BEGIN { for (i = 0; i < 400; i++) print i, i % 4 }' >labels.txt
riwalk generate barabasi-albert --nodes 400 --edges-per-node 3 -o graph.txt
for threads in 1 2 3 8; do
    {
        riwalk classify vectors.txt labels.txt --json --threads $threads
        riwalk cluster vectors.txt -k 9 --json --threads $threads
        riwalk holes graph.txt vectors.txt --json --threads $threads
        riwalk holes graph.txt --constraints - --threads $threads
    } >out.$threads
    cmp out.1 out.$threads && echo "same at $threads"
done
