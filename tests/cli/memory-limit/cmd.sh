# --memory holds for every command: with too little it fails with a sentence and writes nothing, with
# enough its results are the same as without.
skip_sanitized
unset RIWALK_ISA # no number is printed: as fast as it goes
riwalk generate barabasi-albert --nodes 4000 --edges-per-node 4 -o graph.txt -q
riwalk embed graph.txt -o v.npy --trainer factor --walks 5 -d 128 --save-model m.rwm --no-metadata -q
awk '{ print $1, $1 % 3 }' graph.txt | sort -u >labels.txt
riwalk walks graph.txt -o corpus.txt --walks 2
try() {
    name=$1
    shift
    riwalk "$@" -q --memory 100k --threads 2 >out 2>message
    status=$?
    sed "s/^/$name: status $status, /; s/: [0-9.]* MB more/: N MB more/" message
    [ ! -e result ] && [ ! -e result.csv ] || echo "$name: it has left something"
    riwalk "$@" -q >unlimited && rm -f result*
    riwalk "$@" -q --memory 500M --threads 2 >out && cmp out unlimited && echo "$name: the same"
    rm -f result*
}
try info info graph.txt
try convert convert graph.txt result
try transform transform m.rwm graph.txt -o result --to text
try classify classify v.npy labels.txt --ratios 0.1 --repeats 1 --predict result
try transfer transfer v.npy labels.txt labels.txt
try cluster cluster v.npy -k 3 --starts 1 --silhouette-sample 500 -o result
try plot plot v.npy -o result --to svg --projection tsne --iterations 5
try holes holes graph.txt --constraints result
try train train corpus.txt -d 16 --epochs 1 -o result --to text
try nearest nearest v.npy 777
try align align graph.txt graph.txt -n 1 --rounds 2 -o result.csv
try track track graph.txt graph.txt -k 3 -o result.csv

# A picture that gets too large while it is drawn.
awk 'BEGIN { for (i = 0; i < 60000; i++) print i, i % 997, i % 1009 }' >points.txt
riwalk plot points.txt -o p.svg --memory 12M 2>&1 | sed 's/: [0-9.]* MB more/: N MB more/'
riwalk plot points.txt -o p.png --memory 20M --width 4000 --height 4000 2>&1 |
    grep -v -e 'not enough memory: 256.0 MB more are needed than --memory 20M permits' -e 'no Cairo'

# Without it, what is free is the limit.
mkfifo pipe
riwalk info pipe >/dev/null 2>&1 &
exec 3>pipe
grep '^Max data' /proc/$!/limits | grep -c 'size *[0-9]'
exec 3>&-
wait

# Vectors larger than the limit stay in their file; what needs a copy of them is refused.
riwalk generate barabasi-albert --nodes 12000 --edges-per-node 2 -o large.rwg -q
for range in 0:5000 5000:; do
    riwalk transform m.rwm large.rwg -q --threads 2 --anchors $range -o ${range%:*}.npy
done
riwalk concat 0.npy 5000.npy -q -o all.npy
for command in 'nearest all.npy 777' 'cluster all.npy -k 2 --starts 1 --silhouette-sample 500 -q' 'concat 0.npy 5000.npy -q -o out.npy'; do
    riwalk $command >unlimited
    rm -f out.*
    riwalk $command --memory 5M --threads 1 >out && cmp out unlimited && echo "${command%% *}: the same"
done
cmp all.npy out.npy && cmp all.npy.json out.npy.json && cmp all.ids out.ids
riwalk cluster all.npy -k 3 --silhouette-sample 500 --normalize standard --memory 5M --threads 1 2>&1 | sed 's/: [0-9.]* MB more/: N MB more/'
ls -A | grep tmp

riwalk info graph.txt --memory much
