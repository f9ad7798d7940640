# Options without a meaning are usage errors (2); graphs that do not fit are failures (1). No case
# leaves a file.
riwalk generate karate -o karate.txt
try() {
    riwalk "$@" >out.txt
    echo "status $?, $(wc -c <out.txt) bytes" >&2
}
try walks karate.txt -o new --walks 0
try walks karate.txt -o new --walk-length 0
try walks karate.txt -o new --walk-length 10001
try walks karate.txt -o new --radius 0
try walks karate.txt -o new --radius 65
try walks karate.txt -o new --radius -1
try walks karate.txt -o new --radius most
try walks karate.txt -o new --class-base 1
try walks karate.txt -o new --class-base nan
try walks karate.txt -o new --class-base 3 --no-discount
try walks karate.txt -o new --method riwalk
try walks karate.txt -o new --role-anchor away
try walks karate.txt -o new --walks 4000000 --walk-length 1000
try walks karate.txt -o new --as-nodes karate.txt
try roles karate.txt --walks 0
try explain karate.txt 1 --radius 0
try explain karate.txt 1 --top 0
awk 'BEGIN { for (leaf = 1; leaf <= 40000; leaf++) print 0, leaf }' >star.txt
try walks star.txt -o new --method riwalk-wl --no-discount
try walks karate.txt -o no/such/folder/new
try walks missing.txt -o new
ls
