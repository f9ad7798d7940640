# A signal while t-SNE is at work: death by that signal, and no file.
riwalk generate erdos-renyi --nodes 500 -o graph.txt
riwalk embed graph.txt -o vectors.txt -d 8 --epochs 1
mkdir out
: >log
env --default-signal=INT riwalk plot vectors.txt --projection tsne --iterations 100000 \
    -o out/v.svg --progress always 2>log &
until grep -q placing log; do
    kill -0 $! || exit 1
    sleep 0.05
done
kill -INT $!
wait $! 2>/dev/null
echo "status $?"
ls -A out
