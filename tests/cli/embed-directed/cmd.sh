# Directions and weights of edges are part of roles; what files have and nobody asked for is left out with a note.
printf 'a b 1\na c 2\nb c 4\nc d 1\nd a 8\ne a 1\n' >arcs.txt
riwalk embed -q arcs.txt -o plain.txt --trainer factor -d 4
riwalk embed -q arcs.txt --directed -o directed.txt --trainer factor -d 4
riwalk embed -q arcs.txt --directed --weighted -o both.txt --trainer factor -d 4
riwalk embed -q arcs.txt --directed --weighted -o steps.txt --trainer factor -d 4 --steps weight
for a in plain directed both steps; do
    for b in plain directed both steps; do
        [ $a = $b ] || ! cmp -s $a.txt $b.txt || echo "$a and $b are the same"
    done
done
grep -h -E '"(role_directions|role_weights|degree_classes|steps)"' steps.txt.json
riwalk roles arcs.txt --directed --method riwalk-wl --role-anchor drop --walks 5 | head -4
riwalk embed arcs.txt --directed --weighted -o x.txt --degree-classes log
riwalk embed arcs.txt --directed --method riwalk-wl --class-base 1.1 -o x.txt
riwalk convert -q arcs.txt arcs.rwg --directed --weighted
riwalk embed arcs.rwg -o rwg.txt --trainer factor -d 4 && cmp rwg.txt directed.txt
riwalk embed arcs.rwg --undirected -o rwg.txt --trainer factor -d 4
riwalk embed -q arcs.txt -o v.npy --trainer factor -d 4 --save-model m.rwm
riwalk transform m.rwm arcs.rwg -o t.npy
riwalk embed -q arcs.rwg --weighted -o v.npy --trainer factor -d 4 --save-model m.rwm
riwalk transform m.rwm arcs.txt -o t.npy
riwalk embed -q arcs.txt -o steps.txt --trainer factor -d 4 --no-metadata
riwalk embed arcs.txt --steps weight -o same.txt --trainer factor -d 4 --no-metadata
cmp steps.txt same.txt
# What cannot be is refused with the figure; with fewer fields or types it can.
awk 'BEGIN { srand(1); for (i = 0; i < 160; i++) print int(80 * rand()), i % 80 }' >many.txt
seq 0 79 | awk '{ print $1, "t" $1 }' >types.txt
big='embed many.txt --directed -d 4 --walks 4 --epochs 1 -q -o'
each "$big" 'v.txt --method riwalk-wl --class-base 1.1' 'v.txt --method riwalk-wl --class-base 1.1 --role-anchor drop' \
    'v.txt --method riwalk-wl --class-base 1.3 --node-types types.txt' \
    'v.txt --method riwalk-wl --class-base 1.3 --node-types types.txt --role-anchor drop' 'v.txt --role-types yes'
each 'embed arcs.txt --weighted -d 4 -q -o' 'v.txt --trainer factor --views sp:4:2:drop' \
    'v.txt --trainer factor --views sp:4:2:drop --role-weights no'
