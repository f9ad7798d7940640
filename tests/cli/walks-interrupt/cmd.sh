# A signal while the corpus is written: death by that signal, and nothing left behind.
riwalk generate grid --rows 400 --columns 400 -o grid.txt
mkdir out
for signal in INT TERM; do
    env --default-signal=INT riwalk walks grid.txt -o out/walks.txt.gz &
    until [ -n "$(ls -A out)" ]; do
        kill -0 $! || exit 1
        sleep 0.02
    done
    kill -$signal $!
    wait $! 2>/dev/null # some shells say by which signal it ended
    echo "status $?"
    ls -A out
done
