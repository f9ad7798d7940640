# A run that is killed takes its embedding with it, and the next one removes what it left.
scale() {
    exec riwalk reproduce scaling --out out --methods riwalk-sp --largest 100 -q "$@"
}
[ -r /proc/$$/task/$$/children ] || exit 77
alive() { grep -Eq '^State:[[:space:]]+[^ZX[:space:]]' /proc/$1/status 2>/dev/null; }

scale --embed-options='--epochs 10000' & # minutes
run=$!
until child=$(cat /proc/$run/task/$run/children) && [ -n "$child" ] && [ -e out/work.$run.errors ]; do
    alive $run || exit 1
    sleep 0.05
done
kill -KILL $run
wait $run 2>/dev/null
echo "status $?"
for try in 1 2 3 4 5 6 7 8 9 10; do
    alive $child || break
    sleep 0.1
done
alive $child && kill $child && echo 'the embedding went on'
ls out | sed "s/$run/RUN/"
# Files of a process that lives are not touched.
: >out/work.$$.bin
# Nor are those of the user.
: >out/work.$run.txt
: >out/work.$run
(scale --embed-options='--dimensions 4 --walks 1 --epochs 1')
ls out | sed "s/$$/ALIVE/; s/$run/RUN/"
