# Every format holds the same vectors; the metadata say how they were made.
riwalk generate barbell -o graph.txt
set -- --walks 5 --epochs 1 --dimensions 4
for file in v.txt v.txt.gz v.emb.zst v.bin v.npy v.tsv; do
    riwalk embed graph.txt -o "$file" "$@"
    riwalk nearest "$file" 3 -n 4 >"$file.near"
    cmp v.txt.near "$file.near" && echo "$file"
done
ls ./*.json v.ids
sed 's/\(vectors_checksum": \).*/\1SUM/' v.bin.json
riwalk embed graph.txt -o - --to text "$@" | cmp - v.txt && echo stream
riwalk embed - -o - --no-metadata "$@" <graph.txt | cmp - v.txt && echo streams

# .npy by its format alone.
set -- --dimensions 4 --trainer factor
riwalk embed graph.txt -o factored.npy "$@"
riwalk embed graph.txt -o factored.dat --to npy "$@" --memory 100M
cmp factored.npy factored.dat && cmp factored.ids factored.dat.ids && echo 'any name'
