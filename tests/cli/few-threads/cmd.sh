# Where no thread may be started the command works on its own one.
# A sanitizer looks for leaks in a process of its own.
skip_sanitized
command -v prlimit >/dev/null && command -v setpriv >/dev/null || skip 'prlimit or setpriv is missing'
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
cp "$(command -v riwalk)" "$place" && chmod 755 "$place" && riwalk=$place/riwalk
alone() {
    set -- prlimit --nproc=1 "$riwalk" "$@"
    # The limit does not hold for root.
    [ "$(id -u)" != 0 ] || set -- setpriv --reuid=65534 --clear-groups "$@"
    timeout 60 "$@"
}
alone --version >/dev/null || skip 'another user cannot run the command'
riwalk generate karate-mirrored -o graph.txt
riwalk info graph.txt >here.txt
alone info - <graph.txt | cmp - here.txt && echo 'info: the same'
for trainer in sgns factor; do
    set -- embed - --trainer $trainer --dimensions 8 --walks 10 -o -
    riwalk "$@" <graph.txt >here.txt
    alone "$@" <graph.txt | cmp - here.txt && echo "$trainer: the same"
done
