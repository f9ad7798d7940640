# A saved model: the factor trainer's gives the embedding back, and embeds what it never saw.
riwalk generate karate -o club.txt
riwalk generate barbell -o barbell.txt
set -- --walks 10 --dimensions 4 --no-metadata
riwalk embed club.txt -o club.emb --trainer factor --save-model club.rwm "$@"
riwalk transform club.rwm club.txt -o again.emb --no-metadata
cmp club.emb again.emb && echo the same
riwalk transform club.rwm barbell.txt -o barbell.emb && head -n 1 barbell.emb
grep -e trainer -e model -e unknown_roles -e '"nodes"' barbell.emb.json |
    sed 's/\(checksum": "\)[0-9a-f]\{16\}"/\1N"/'
riwalk transform club.rwm club.txt barbell.txt -o both.tsv --no-metadata -q
cut -f 1 both.tsv | sed -n '1,3p;35,37p'
# Some nodes alone, in the order of the graph: the same vectors.
riwalk transform club.rwm club.txt --only 34,2,2 -o some.emb --no-metadata && cat some.emb | cut -d ' ' -f 1
grep -c -x -F -f again.emb some.emb
printf '# two\nclub:7\nbarbell:3\n' >nodes.txt
riwalk transform club.rwm club.txt barbell.txt --only @nodes.txt -o - | cut -d ' ' -f 1
# Skip-gram: the same on any number of threads; streams and compressed models.
riwalk embed club.txt -o sgns.emb --save-model sgns.rwm.gz --epochs 2 "$@"
for threads in 1 2 3; do
    riwalk transform sgns.rwm.gz barbell.txt -o "$threads.emb" --threads "$threads" --no-metadata -q
    cmp 1.emb "$threads.emb" && echo "$threads: the same"
done
riwalk embed club.txt -o club.emb --save-model - --trainer factor "$@" | riwalk transform - club.txt -o piped.emb --no-metadata
cmp again.emb piped.emb && echo the same
printf '1\n99\n' >alone.txt
riwalk transform club.rwm club.txt --node-list alone.txt --only 99 -o - | tail -n 1
# A model of one edge knows nothing of larger graphs.
printf '1 2\n' >pair.txt
riwalk embed pair.txt -o pair.emb --trainer factor --save-model pair.rwm -q "$@"
riwalk generate erdos-renyi --nodes 60 --degree 20 -o dense.txt
riwalk transform pair.rwm dense.txt -o dense.emb --no-metadata
printf '1\n2\n' >two.txt
printf '1 1\n' >loop.txt
riwalk embed loop.txt --node-list two.txt -o none.emb --save-model none.rwm -q "$@"
riwalk transform none.rwm club.txt -o none.emb
# From one end of a caterpillar to the other, exact visits become less than a float can be: its model is read again.
awk 'BEGIN { for (i = 1; i < 25; i++) print i - 1, i; for (i = 0; i < 2750; i++) print int(i / 110), i + 25 }' >caterpillar.txt
riwalk embed caterpillar.txt -o c.emb --trainer factor --walks 1 --walk-length 26 --radius max -d 2 --save-model c.rwm -q
riwalk transform c.rwm caterpillar.txt -o again.emb -q && head -n 1 again.emb
# Vectors of another graph do not depend on threads.
for trainer in factor sgns; do
    riwalk embed club.txt --trainer $trainer --method riwalk-wl --walks 5 -d 16 -o t.emb --save-model t.rwm -q
    for threads in 1 2 3; do
        riwalk transform t.rwm caterpillar.txt --threads $threads -o $threads.npy --no-metadata -q && cmp 1.npy $threads.npy
    done
done
