# Small files of extreme shapes take little time and memory, or it is said before: bench/slow searches for more of them. Limits are of
# processor time and of memory, which other work on the machine does not change.
skip_sanitized
ulimit -t 20
ulimit -v 2000000
awk 'BEGIN { for (i = 1; i <= 4000; i++) print 0, i }' >star.txt
awk 'BEGIN { for (i = 0; i < 4000; i++) print 2 * i, 2 * i + 1 }' >components.txt
awk 'BEGIN { for (i = 0; i < 1000; i++) print 0, i + 1 "\n" i + 1, i + 2 }' >wheel.txt
awk 'BEGIN { for (i = 0; i < 3000; i++) print "a" i % 3, "b" int(i / 3) }' >bipartite.txt
awk 'BEGIN { for (i = 0; i < 2000; i++) print (i < 1000 ? i : 1000), i + 1 }' >broom.txt
for shape in star components wheel bipartite broom; do
    sed 100,300d $shape.txt >changed.txt
    riwalk describe $shape.txt --json --threads 1 >described || echo "describe: $shape"
    riwalk report $shape.txt -o r.html --tsne-limit 1 -q --threads 1 || echo "report: $shape"
    riwalk track $shape.txt changed.txt -o t.csv -q --threads 1 >/dev/null || echo "track: $shape"
    riwalk align $shape.txt changed.txt -o a.csv -q --threads 1 || echo "align: $shape"
done

# A hub's neighbours are not compared with each other; what cannot fit is refused before it is begun.
awk 'BEGIN { for (i = 1; i <= 40000; i++) print 0, i }' >hub.txt
(ulimit -t 5 && riwalk describe hub.txt --json --threads 1 >described) || echo "describe: a hub"
(ulimit -t 8 && riwalk embed hub.txt --trainer factor --walks exact --estimate --threads 1 >estimated) || echo "estimate: a hub"
awk 'BEGIN { for (i = 0; i < 500; i++) for (j = 0; j < i; j++) print i, j }' >clique.txt
(ulimit -t 4 && riwalk describe clique.txt --json --threads 1 >described) || echo "describe: a clique"
riwalk generate erdos-renyi --nodes 200000 --degree 8 -o large.rwg -q
for trainer in factor sgns; do
    (ulimit -t 1 && ulimit -v 100000 && riwalk embed large.rwg --trainer $trainer --memory 10M -o v.npy 2>&1) |
        sed 's/[0-9.]* MB are needed/N MB are needed/'
done

# As many types as half of the nodes: millions of roles.
awk '{ print $2, "t" int(NR / 2) } END { print 0, "t0" }' star.txt >types.txt
riwalk embed star.txt --node-types types.txt --trainer factor --estimate --threads 1 |
    awk '$1 == "memory" { print ($2 > 2000 ? "more than 2 GB" : $0) }'
# As many classes: thousands of models.
awk 'BEGIN { for (i = 0; i < 60000; i++) print i, i % 7, i % 5 }' >vectors.txt
awk 'BEGIN { for (i = 0; i < 60000; i++) print i, "l" int(i / 2) }' >labels.txt
sh -c 'ulimit -t 1; riwalk classify vectors.txt labels.txt --repeats 1 --ratios 0.5 --threads 1; :' >/dev/null 2>said
grep classes said

# As many snapshots as edges, each with all edges before.
awk 'BEGIN { for (i = 0; i < 2600; i++) print i, i + 1, i }' >times.txt
sh -c 'ulimit -t 4; riwalk track times.txt --window 1 --growing --threads 1; :' >/dev/null 2>said
grep snapshots said

# Ids of half a million characters take a few hundredths of a second each way in JSON; hours, if by the square of the length.
python3 - <<'END'
for name, kinds in ("ids.txt", (b"a", b"\xc3\xa9", b"\\")), ("odd.txt", (b"\x01", b"\xff")):
    open(name, "wb").write(b"".join(kind * 500000 + b" x\n" for kind in kinds))
END
(ulimit -t 5 && riwalk convert ids.txt ids.json -q && riwalk convert ids.json back.txt -q && riwalk convert ids.txt straight.txt -q) ||
    echo "long ids"
cmp straight.txt back.txt
(ulimit -t 5 && riwalk track odd.txt odd.txt -k 1 -n 3 --json -q >tracked.json) || echo "odd ids"
