# After changes only nodes near them are embedded anew, and the file is the same as if all were.
riwalk generate grid --rows 30 --columns 30 -o g.txt
riwalk embed g.txt -o g.emb --trainer factor --radius 2 --walks 10 -d 8 --save-model m.rwm --no-metadata
riwalk transform m.rwm g.txt -o old.emb --no-metadata
printf '# a shortcut, a cut, and a node that is new\n+ 0 899\n- 435 436\n+ 450 900\n+ 0 1\n' >edits.txt
riwalk transform m.rwm g.txt --changed edits.txt --vectors old.emb -o part.emb --no-metadata -v 2>&1 |
    grep -e changed: -e already -e anew
riwalk transform m.rwm g.txt --changed edits.txt -o full.emb --no-metadata -q
cmp part.emb full.emb && echo the same
awk '!($1 == 435 && $2 == 436)' g.txt >new.txt
printf '0 899\n450 900\n' >>new.txt
riwalk transform m.rwm new.txt -o new.emb --no-metadata -q
cmp part.emb new.emb && echo the same
# All edges of a node gone: it stays, with a vector of zeros.
printf -- '- 0 1\n- 0 30\n' >edits.txt
riwalk transform m.rwm g.txt --changed edits.txt --vectors old.emb -o old.emb --no-metadata
sed -n 2p old.emb
# Vectors of another model, or of none, are refused where the metadata tell.
riwalk embed g.txt -o e.emb --trainer factor --radius 2 --walks 10 -d 8 --seed 5 --walk-length 9 --save-model n.rwm
riwalk transform m.rwm g.txt -o old.emb
riwalk transform m.rwm g.txt --changed edits.txt --vectors old.emb -o fine.emb -q && echo fine
riwalk transform n.rwm g.txt --changed edits.txt --vectors old.emb -o bad.emb 2>&1 |
    sed 's/[0-9a-f]\{16\}/N/g'
riwalk transform n.rwm g.txt --changed edits.txt --vectors e.emb -o bad.emb
riwalk transform m.rwm g.txt --changed edits.txt --vectors fine.emb -o fine.emb -q && echo fine
test ! -e bad.emb && echo nothing written
# Arcs with weights: one more, one gone, one with another weight.
awk '!/^#/ { print $1, $2, 1 + $1 % 5 }' g.txt >arcs.txt
riwalk embed arcs.txt --directed --weighted -o e.emb --trainer factor --radius 2 -d 8 --save-model d.rwm -q
riwalk transform d.rwm arcs.txt --directed --weighted -o old.emb -q
printf '+ 31 1 4\n- 435 436\n+ 0 30 9\n' >edits.txt
riwalk transform d.rwm arcs.txt --directed --weighted --changed edits.txt --vectors old.emb -o part.emb --no-metadata -v 2>&1 |
    grep -e changed:
awk '!($1 == 435 && $2 == 436) && !($1 == 0 && $2 == 30)' arcs.txt >new.txt
printf '31 1 4\n0 30 9\n' >>new.txt
riwalk transform d.rwm new.txt --directed --weighted -o new.emb --no-metadata -q
cmp part.emb new.emb && echo the same
# On a path what is within the radius of an edge's ends, no more. By the size of a graph balls are walked exactly: what crosses
# that border, with walks of 4 at 8192 nodes, concerns all.
for words in 100:-:50:51 100:+:98:99 100:+:99:100 8192:-:100:101 8192:+:8191:8192; do
    awk -v n="${words%%:*}" 'BEGIN { for (i = 0; i + 1 < n; i++) print i, i + 1 }' >path.txt
    echo "${words#*:}" | tr ':' ' ' >edits.txt
    riwalk embed path.txt -o e.emb --trainer factor --radius 2 --walk-length 4 -d 4 --save-model p.rwm -q
    riwalk transform p.rwm path.txt -o old.emb -q
    riwalk transform p.rwm path.txt --changed edits.txt --vectors old.emb -o part.emb -v 2>&1 |
        grep -e ' again$' -e anew
done
