# A signal during a long write: death by that signal, and nothing left behind. The loop waits for
# the unfinished file, so that the signal comes in time on a machine of any speed.
mkdir out
for signal in INT TERM; do
    env --default-signal=INT riwalk generate grid --rows 1500 --columns 1500 -o out/grid.txt.gz &
    until [ -n "$(ls -A out)" ]; do
        kill -0 $! || exit 1
        sleep 0.02
    done
    kill -$signal $!
    wait $! 2>/dev/null # some shells say by which signal it ended
    echo "status $?"
    ls -A out
done
