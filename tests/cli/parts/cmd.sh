# An embedding in ranges of nodes: model and vectors are those of embed, whatever the ranges are.
riwalk generate barabasi-albert --nodes 200 --edges-per-node 2 --seed 3 -o hubs.txt
riwalk generate shapes --shapes 3 -o shapes.txt
printf 'x y\nz z\n' >small.txt

# in_ranges "GRAPHS" "BOUNDS" OPTIONS...: the three steps against embed.
in_ranges() {
    graphs=$1 bounds=$2 first=0
    shift 2
    rm -f *.rwp rows*
    for end in $bounds; do
        riwalk profiles $graphs --anchors "$first:$end" -o "part$first.rwp" -q --dimensions 16 "$@" || return
        first=$end
    done
    riwalk fit *.rwp --save-model fitted.rwm -q
    first=0
    for end in $bounds; do
        riwalk transform fitted.rwm $graphs --anchors "$first:$end" -o "rows$first.npy" -q
        first=$end
    done
    riwalk concat rows*.npy -o joined.npy -q
    riwalk concat rows*.npy -o joined.dat --to npy -q
    cmp joined.npy joined.dat
    cmp fitted.rwm whole.rwm && cmp joined.npy whole.npy && cmp joined.ids whole.ids && echo "the same for $bounds"
}

for method in riwalk-sp riwalk-wl riwalk-rw-sp riwalk-rw-wl; do
    echo "$method"
    set -- --method "$method" --walks 10
    riwalk embed hubs.txt -o whole.npy --trainer factor --save-model whole.rwm --dimensions 16 -q "$@"
    in_ranges hubs.txt 200 "$@"
    in_ranges hubs.txt '33 200' "$@"
    in_ranges hubs.txt '1 2 4 5 64 150 999' "$@"
done
echo what embed gives without a model, with measures and several views
set -- --preset best --role-anchor both --seed 5
riwalk embed hubs.txt -o whole.npy --save-model whole.rwm --dimensions 16 -q "$@"
in_ranges hubs.txt '50 100 200' "$@" --trainer factor
riwalk embed hubs.txt -o plain.npy --preset best --dimensions 16 --seed 5 -q && cmp plain.npy joined.npy && echo as without a model
echo several graphs, exact walks, other weights
set -- --walks exact --weighting ppmi
riwalk embed hubs.txt small.txt shapes.txt -o whole.npy --trainer factor --save-model whole.rwm --dimensions 16 -q "$@"
in_ranges 'hubs.txt small.txt shapes.txt' '10 201 202 500' "$@"

# Parts are functions of graph, options and range: the same on any number of threads.
riwalk profiles hubs.txt --anchors 20:120 -o a.rwp --threads 1 -q
riwalk profiles hubs.txt --anchors 20:120 -o b.rwp --threads 3 -q
cmp a.rwp b.rwp && echo the same part
# Streams and compression.
riwalk profiles hubs.txt -o - -q | riwalk fit - --save-model - -q | cksum >one
riwalk profiles hubs.txt --anchors :120 -o a.rwp.gz -q
riwalk profiles hubs.txt --anchors 120: -o b.rwp.zst -q
riwalk fit b.rwp.zst a.rwp.gz --save-model two.rwm -q --memory 200M
cksum <two.rwm | cmp - one && echo the same model
# The range is in the metadata.
grep -A 3 anchors rows10.npy.json
# Without metadata the order is as given.
riwalk transform two.rwm hubs.txt --anchors 100: -o last.txt --no-metadata -q
riwalk transform two.rwm hubs.txt --anchors 0:100 -o first.txt --no-metadata -q
riwalk concat first.txt last.txt -o - -q | cut -d ' ' -f 1 | sed -n '1,2p;102p;$p'
# Files of one graph may have different names and formats.
riwalk convert hubs.txt copy.rwg -q
riwalk transform two.rwm hubs.txt --anchors :100 -o one.npy -q
riwalk transform two.rwm copy.rwg --anchors 100: -o two.npy -q
riwalk concat two.npy one.npy -o - --to text -q | head -n 1
riwalk transform two.rwm shapes.txt --anchors :15 -o one.npy -q
riwalk concat two.npy one.npy -o both.npy || echo "status $?"
