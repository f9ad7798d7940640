# Files of other kinds are refused before the graph is read, unless the format is named.
riwalk generate karate -o g.txt
set -- --walks 2 --epochs 1 --dimensions 2 --no-metadata
for extension in rwm parquet h5 pkl json gml graphml gexf.gz rwg JSON; do
    riwalk embed missing.txt -o v.$extension "$@"
done
riwalk embed g.txt -o v.json --to text "$@" && head -n 1 v.json
riwalk embed g.txt -o json "$@" && riwalk embed g.txt -o v.emb "$@" && cmp json v.emb
for extension in npz csv tsv; do
    riwalk embed g.txt -o v.$extension "$@" && riwalk nearest v.$extension 34 -n 1 | tail -n 1
done
riwalk nearest v.emb 34 -n 1 | tail -n 1
riwalk embed g.txt -o - --to npz "$@" | cmp - v.npz && head -n 2 v.csv
riwalk embed g.txt -o m.emb --save-model m.rwm "$@"
riwalk transform m.rwm g.txt -o v.rwm
riwalk train missing.txt -o v.h5
cp g.txt n.ids
riwalk train n.ids -o n.npy
cmp g.txt n.ids && riwalk embed g.txt --estimate --report r.json
riwalk embed g.txt --estimate --save-model e.rwm
ls
