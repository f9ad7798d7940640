# Values that only the library can judge, since they depend on each other.
riwalk generate erdos-renyi --nodes 10 --degree 50 -o out.txt
riwalk generate barabasi-albert --nodes 5 --edges-per-node 5 -o out.txt
ls
