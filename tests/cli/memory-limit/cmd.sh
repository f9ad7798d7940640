# --memory holds for every command: with too little it fails with a sentence and writes nothing, with
# enough its results are the same as without.
nm -D "$(command -v riwalk)" 2>/dev/null | grep -q -e __asan -e __tsan && exit 77
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
try cluster cluster v.npy -k 3 --starts 1 -o result
try plot plot v.npy -o result --to svg --projection tsne --iterations 5
try holes holes graph.txt --constraints result
try train train corpus.txt -d 16 --epochs 1 -o result --to text
try nearest nearest v.npy 777
try align align graph.txt graph.txt -n 1 --rounds 2 -o result.csv
try track track graph.txt graph.txt -o result.csv
riwalk info graph.txt --memory much
