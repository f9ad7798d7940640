# A run that is interrupted and carried on gives the tables of one that was not; and other options
# are other cells.
mkdir data
riwalk generate shapes --shapes 4 -o data/usa-airports.edgelist --labels labels.txt -q
awk '{ print $1, $2 ~ /hub/ ? 0 : $2 ~ /fan/ ? 1 : $2 ~ /star/ ? 2 : 3 }' labels.txt \
    >data/usa-airports.group
reproduce() { # in a process of its own, which the signal is for
    exec env --default-signal=INT riwalk reproduce within --data data --datasets usa --repeats 2 \
        --methods riwalk-sp,riwalk-wl --embed-options='--dimensions 4 --epochs 1 --walks 4' "$@"
}
(reproduce --out whole --embeddings 2)

# Many more embeddings than are looked at afterwards: the signal comes long before the end.
: >log
reproduce --out parts --embeddings 200 --progress always 2>log &
until grep -q 'cell 3 of 400' log; do
    kill -0 $! || exit 1
    sleep 0.05
done
kill -INT $!
wait $! 2>/dev/null
echo "status $?"
tail -n 2 log
ls -A parts
(reproduce --out parts --embeddings 2)
cmp whole/results-within.csv parts/results-within.csv
cmp whole/results-within.json parts/results-within.json
for run in whole parts; do
    grep -v '^Made by' $run/results-within.md >$run.md # the date
done
cmp whole.md parts.md
(reproduce --out parts --embeddings 2 --seed 1000)
(reproduce --out parts --embeddings 1 --balanced)

# A cell that is damaged is run again; data that changed makes other cells.
for cell in whole/cells/*; do
    echo '{' >"$cell"
    break
done
(reproduce --out whole --embeddings 2)
cmp whole/results-within.csv parts/results-within.csv >/dev/null || echo 'other options, other figures'
echo '0 50' >>data/usa-airports.edgelist
(reproduce --out whole --embeddings 2)
