# A file that is cut or written over while it is in use: the run goes on with what it has read.
riwalk generate barabasi-albert --nodes 3000 -o graph.txt
riwalk convert graph.txt graph.rwg
riwalk walks graph.rwg -o expected.txt
mkfifo out
for damage in cut overwritten; do
    cp graph.rwg used.rwg
    riwalk walks used.rwg -o out &
    {
        head -c 100000 # it has begun: the graph is read and checked
        if [ $damage = cut ]; then
            truncate -s 0 used.rwg
        else
            tr '\0-\377' '\377' <graph.rwg | dd of=used.rwg conv=notrunc status=none
        fi
        cat
    } <out >walks.txt
    wait $!
    echo "$damage: status $?"
    cmp walks.txt expected.txt
done
