# A run that is killed at each of its renames, from the first on: what is then there is complete, or
# is refused.
strace -o /dev/null true 2>/dev/null || exit 77
skip_sanitized
riwalk generate karate -o graph.txt -q
embed() {
    "$@" riwalk embed graph.txt --walks 5 --epochs 1 --dimensions 4 -q --seed $seed -o v.npy \
        --save-model m.rwm --report report.json
}
for kill in 1 2 3 4 5 6; do
    seed=1
    embed env
    seed=2
    touch -d '2000-01-01' v.npy v.npy.json v.ids m.rwm report.json
    embed strace -qq -f -o /dev/null -e trace=rename -e inject=rename:signal=KILL:when=$kill \
        2>/dev/null
    echo "status $?, new:" $(find v.* m.rwm report.json -newermt 2001-01-01 | sort)
    riwalk nearest v.npy 1 -n 1 2>message >/dev/null && echo 'read'
    sed 's/ (.*//' message
    rm -f .riwalk-*.tmp
done
