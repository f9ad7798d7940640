printf '0 1\n1 2\n' >graph.txt
printf '3 1\n0 1\n1 0\n2 1\n' >vectors.txt
try() {
    riwalk holes "$@" >out
    echo "status $?, $(wc -c <out) bytes of results"
}
try graph.txt
try - -
try graph.txt vectors.txt --top 0
try graph.txt vectors.txt --directed
try graph.txt vectors.txt --constraints -
try graph.txt vectors.txt --constraints graph.txt
try graph.txt vectors.txt
# Options that would have no effect.
try graph.txt --constraints c.txt --json
try graph.txt --constraints c.txt --prefix z
printf '2 1\nx 1\ny 2\n' >others.txt
try graph.txt others.txt
printf '1 1\n1 1\n' >one.txt
try graph.txt one.txt
