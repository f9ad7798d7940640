# Walks that skip-gram has no room for within --memory go to a file that has no name, in OUT's folder or
# that of --work: the same bytes as without a limit, and nothing left however the run ends.
unset RIWALK_ISA # no number is printed: as fast as it goes
riwalk generate barabasi-albert --nodes 2000 --edges-per-node 3 -q -o g.rwg
riwalk generate grid --rows 20 --columns 40 -q -o h.rwg
embed() {
    riwalk embed -d 8 --walks 30 --epochs 2 --window 2 --negatives 1 "$@"
}
check() {
    name=$1
    shift
    embed "$@" -q --threads 3 -o plain.npy
    embed "$@" -o plain.npy --estimate | sed -n 's/^memory *\([0-9.]*\) MB (at least \([0-9.]*\) MB.*/\1 \2/p' >sizes
    read -r most least <sizes
    for share in 0 0.6; do
        limit=$(awk -v m="$most" -v l="$least" -v s=$share 'BEGIN { printf "%d", 1e6 * (l + s * (m - l)) + 5e4 }')
        mkdir out
        embed "$@" -v --threads 2 -o out/v.npy --memory "$limit" 2>message || cat message
        cmp plain.npy out/v.npy && cmp plain.npy.json out/v.npy.json && grep -o '^riwalk: walks [a-z ]*' message |
            sed "s/^riwalk/$name/"
        ls -A out | tr '\n' ' '
        rm -r out
    done
    echo
}
check sp g.rwg
check wl g.rwg --method riwalk-wl
check rw-wl g.rwg --method riwalk-rw-wl --pairs anchor
check several g.rwg h.rwg

# Any format; a folder that is named; without a folder walks are made again.
for out in v.txt.gz v.bin; do
    embed g.rwg -q -o plain-$out && embed g.rwg -q -o $out --memory 6400k && cmp plain-$out $out && echo $out
done
embed g.rwg -q -o plain.txt
embed g.rwg -v -o - --memory 6400k --work walks 2>message | cmp - plain.txt
grep -o 'walks kept' message
embed g.rwg -v -o - --memory 6450k 2>message | cmp - plain.txt
grep -o 'walks made again' message
ls -A walks

# A full disk. What has a name here is larger than the file of walks may be.
mkdir out
(
    trap '' XFSZ
    ulimit -f 1000
    embed g.rwg -q -o out/v.npy --memory 6400k
    echo "status $?"
)
ls -A out

# A signal, in the middle of it.
for signal in TERM KILL; do
    riwalk embed g.rwg -q -d 8 --walks 300 -o out/v.npy --memory 8M 2>message &
    stop $signal 'ls -l /proc/$!/fd 2>/dev/null | grep -q deleted'
    ls -A out
done
