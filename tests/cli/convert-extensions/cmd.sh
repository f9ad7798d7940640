# An extension that stands for no format is refused before anything is read.
for out in x.foo x.gml x.v2.gz x.npz; do
    riwalk convert missing.txt $out
    echo "status $?"
done
riwalk generate karate -o karate.foo
echo "status $?"
riwalk generate karate -o karate.foo --to edgelist
riwalk generate karate -o karate
cmp karate karate.foo && ls
