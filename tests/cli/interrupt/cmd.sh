# A signal while a command is at work: death by that signal, and nothing left behind.
stopped() { # SIGNAL CONDITION COMMAND...
    signal=$1 condition=$2
    shift 2
    echo "$1:"
    mkdir out
    : >log
    env --default-signal=INT riwalk "$@" >/dev/null 2>log &
    stop $signal "$condition"
    tail -n 1 log
    ls -A out
    rmdir out
}

# Writing: the unfinished file is there; the second of two.
riwalk generate grid --rows 400 --columns 400 -o grid.txt -q
for signal in INT TERM; do
    stopped $signal '[ -n "$(ls -A out)" ]' generate grid --rows 1500 --columns 1500 -o out/grid.txt.gz
    stopped $signal '[ -n "$(ls -A out)" ]' walks grid.txt -o out/walks.txt.gz
done
stopped INT '[ "$(ls -A out | wc -l)" = 2 ]' generate grid --rows 1500 --columns 1500 -o out/grid.txt.gz --labels out/labels.txt

# Training, t-SNE, comparing.
riwalk generate barabasi-albert --nodes 2000 -o graph.txt -q
stopped INT 'grep -q training log' embed graph.txt -o out/v.txt --epochs 10000 --progress always
riwalk embed graph.txt -o vectors.txt -d 8 --epochs 1 --walks 2 -q
stopped INT 'grep -q placing log' plot vectors.txt --projection tsne --iterations 100000 -o out/v.svg --progress always
riwalk generate barabasi-albert --nodes 30000 --edges-per-node 4 -o graph.txt -q
stopped INT '[ -s log ]' track graph.txt graph.txt graph.txt graph.txt -o out/changes.csv --plot out/roles.svg \
    --report out/page.html --progress always
stopped INT '[ -s log ]' align graph.txt graph.txt --rounds 200 -o out/pairs.csv --progress always

# Where nothing is being written, also while it waits for input. The message is left out: a signal that comes before the
# handler is there gives none.
mkfifo never
env --default-signal=INT riwalk info - <never 2>/dev/null &
exec 9>never
while kill -INT $! 2>/dev/null; do
    sleep 0.1
done
wait $! 2>/dev/null
echo "info: status $?"
