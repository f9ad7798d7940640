# Memory as foreseen, within a fourth of what the process then takes.
[ -n "${RIWALK_DATA-}" ] || skip 'RIWALK_DATA is not set'
skip_sanitized
check() {
    graph=$RIWALK_DATA/$1.edgelist name=$*
    shift
    foreseen=$(riwalk embed "$graph" "$@" --estimate 2>/dev/null | awk '$1 == "memory" { print $2 }')
    riwalk embed "$graph" "$@" -q -o vectors.npy --report report.json
    awk -F '[:,]' -v foreseen="$foreseen" -v name="$name" '/"peak_memory/ {
        ratio = foreseen * 1e6 / $2
        print name ":", (ratio > 0.75 && ratio < 1.25 ? "as foreseen" : "foreseen, of real: " ratio)
    }' report.json
}
check usa-airports --method node2vec --epochs 1 --walks 4 --dimensions 32
check usa-airports --method struc2vec --epochs 1 --walks 4 --layers 2 --dimensions 32
