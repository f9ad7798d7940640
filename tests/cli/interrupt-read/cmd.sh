# Where nothing is being written a signal ends the process at once, also while it waits for input.
# The message is left out: a signal that comes before the handler is there gives none.
mkfifo never
env --default-signal=INT riwalk info - <never 2>/dev/null &
exec 9>never
while kill -INT $! 2>/dev/null; do
    sleep 0.1
done
wait $! 2>/dev/null # some shells say by which signal it ended
echo "status $?"
