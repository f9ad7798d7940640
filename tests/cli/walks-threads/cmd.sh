# The same bytes at any number of threads; another seed gives other walks.
riwalk generate karate-mirrored -o club.txt
riwalk generate barabasi-albert --nodes 1000 --edges-per-node 3 -o large.txt
for graph in club.txt large.txt; do
    for method in sp wl rwsp rwwl; do
        for threads in 1 3; do
            riwalk walks $graph --method $method --walks 5 --threads $threads -o walks.$threads
            riwalk roles $graph --method $method --walks 5 --threads $threads >roles.$threads
        done
        cmp walks.1 walks.3 && cmp roles.1 roles.3 &&
            echo "$graph $method: same"
    done
done
riwalk walks club.txt -o first.txt
riwalk walks club.txt --seed 2 -o second.txt
cmp -s first.txt second.txt || echo 'another seed: differs'
