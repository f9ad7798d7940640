# A signal while two graphs are compared: death by that signal, and no file. The signal comes with the
# first word of progress, long before the end on a machine of any speed.
riwalk generate barabasi-albert --nodes 30000 --edges-per-node 4 -o graph.txt -q
stopped() {
    mkdir out
    : >log
    env --default-signal=INT riwalk "$@" --progress always >/dev/null 2>log &
    until [ -s log ]; do
        kill -0 $! || exit 1
        sleep 0.02
    done
    kill -INT $!
    wait $! 2>/dev/null
    echo "$1: status $?"
    tail -n 1 log
    ls -A out
    rmdir out
}
stopped track graph.txt graph.txt graph.txt graph.txt -o out/changes.csv --plot out/roles.svg --report out/page.html
stopped align graph.txt graph.txt --rounds 200 -o out/pairs.csv
