# Within --memory the factor trainer keeps what it has no room for in a folder beside OUT, to the same
# bytes, and leaves nothing of it behind.
skip_sanitized
unset RIWALK_ISA # no number is printed: as fast as it goes
riwalk generate erdos-renyi --nodes 40000 --degree 6 -q -o g.rwg
embed() {
    riwalk embed g.rwg -q --trainer factor --walks 10 --threads 2 "$@"
}
embed -o plain.npy
for limit in 40M 17M 14500k; do
    mkdir $limit
    embed -o $limit/v.npy --memory $limit --report $limit/report.json
    cmp plain.npy $limit/v.npy && cmp plain.ids $limit/v.ids && echo "$limit: the same"
    ls -A $limit | tr '\n' ' '
    awk -v limit=$limit '/peak_memory/ { print ($2 + 0 < 1.05 * limit * (limit ~ /k/ ? 1e3 : 1e6)) }' $limit/report.json
done
cmp plain.npy.json 14500k/v.npy.json && echo 'the same metadata'

# The estimate keeps to the limit too: it has its hubs from the run.
riwalk generate rmat --scale 15 --edges-per-node 4 -q -o r.rwg
for limit in 30 24 20; do
    riwalk embed r.rwg -q --trainer factor --threads 2 -o r$limit.npy --memory ${limit}M --report report.json
    cmp r30.npy r$limit.npy
    awk -v limit=$limit '/peak_memory/ { print limit, ($2 < 1.05e6 * limit) }' report.json
done

# Too little for anything is refused by the figure; text needs all vectors in memory.
embed -o none.npy --memory 12M 2>&1 | sed 's/at least [0-9.]*/at least N/'
embed -o none.txt --memory 20M 2>&1 | sed 's/at least [0-9.]*/at least N/'

# Parts in a folder that was named stay there, and serve the next run.
embed -o kept.npy --memory 14500k --work parts
cmp plain.npy kept.npy && ls parts | wc -l
embed -o again.npy --memory 14500k --work parts && cmp plain.npy again.npy

# A signal leaves nothing.
mkdir ended
riwalk embed g.rwg -q --trainer factor --walks 400 -o ended/v.npy --memory 14500k 2>message &
stop TERM 'ls -A ended | grep -q parts'
cat message
ls -A ended
