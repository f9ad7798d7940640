# A write that fails is a failure, whoever makes it.
try() {
    "$@" >/dev/full
    echo "status $?" >&2
}
try riwalk --help
try riwalk man
try riwalk generate karate
riwalk generate karate -o karate.txt
try riwalk info karate.txt
try riwalk info --json karate.txt
try riwalk generate karate -o graph.txt --labels -
riwalk generate karate -o /dev/full
riwalk generate karate -o graph.txt --labels /dev/full
riwalk info karate.txt >&-
ls
