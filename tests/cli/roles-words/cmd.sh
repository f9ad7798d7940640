# The words of roles of every kind, in a star, of arcs with and without weights, and of types.
awk 'BEGIN { for (i = 1; i <= 20; i++) print 0, i }' >star.txt
printf '%s\n' '0 1 1' '0 2 2' '0 3 3' '4 0 4' '1 4 5' '5 6 1' >arcs.txt
riwalk generate barabasi-albert --nodes 80 --edges-per-node 2 -q -o typed.txt
awk 'BEGIN { split("person account shop", of, " "); for (i = 0; i < 80; i++) print i, of[i % 3 + 1] }' >types.txt
words() {
    echo "== $*"
    riwalk roles "$@" --walks 20 -q | awk -F '\t' 'NR > 1 && NR < 10 { print $2, $NF }'
}
for options in '' '--role-anchor drop' '--degree-classes none' '--method riwalk-wl' '--method riwalk-rw-sp --radius 2' \
    '--method riwalk-rw-wl --radius 2 --role-anchor drop --class-base 3' '--method riwalk-rw-wl --radius 2 --degree-classes share' \
    '--radius 2 --degree-classes share' '--radius 2 --degree-classes share --class-base 4 --role-anchor drop'; do
    words star.txt $options
done
words arcs.txt --directed
words arcs.txt --directed --role-anchor drop --method riwalk-wl
words arcs.txt --directed --weighted --role-anchor drop
words typed.txt --node-types types.txt
words typed.txt --node-types types.txt --role-anchor drop
words typed.txt --node-types types.txt --degree-classes share --class-base 2 --method riwalk-wl
