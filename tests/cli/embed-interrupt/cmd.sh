# A signal during training: death by that signal, and no file.
riwalk generate barabasi-albert --nodes 2000 -o graph.txt
mkdir out
: >log
env --default-signal=INT riwalk embed graph.txt -o out/v.txt --epochs 10000 --progress always 2>log &
until grep -q training log; do
    kill -0 $! || exit 1
    sleep 0.05
done
kill -INT $!
wait $! 2>/dev/null
echo "status $?"
tail -n 1 log
ls -A out
