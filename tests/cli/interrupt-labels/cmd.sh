# The same with a second file under way.
mkdir out
env --default-signal=INT riwalk generate grid --rows 1500 --columns 1500 -o out/grid.txt.gz \
    --labels out/labels.txt &
until [ "$(ls -A out | wc -l)" = 2 ]; do
    kill -0 $! || exit 1
    sleep 0.02
done
kill -INT $!
wait $! 2>/dev/null # some shells say by which signal it ended
echo "status $?"
ls -A out
