# The factor trainer: mirror images are at the same place, exactly where chance has no part.
riwalk generate karate-mirrored -o graph.txt
riwalk embed graph.txt -o v.tsv --trainer factor --method riwalk-wl --walks exact -d 200
for node in 1 2 3 33 34; do
    riwalk nearest v.tsv "$node" -n 1 | tail -n 1 | cut -f 1,2
done
sed 's/"isa": ".*"/"isa": ISA/' v.tsv.json | sed 's/\(vectors_checksum": \).*/\1SUM/'
riwalk embed graph.txt -o other.tsv --trainer factor --method riwalk-wl --walks exact -d 200 \
    --seed 2 --threads 3 -q && cmp v.tsv other.tsv && echo "no seed, no threads: the same"
riwalk embed graph.txt -o best.bin --preset best -d 16
sed -n '/"trainer"/,/"riwalk"/p' best.bin.json | sed 's/\(vectors_checksum": \).*/\1SUM/'
riwalk embed graph.txt -o again.bin --like best.bin.json -q && cmp best.bin again.bin && echo "the same"
riwalk embed graph.txt --estimate --preset best | sed 's/[0-9][0-9.]*/N/g'
# Roles that name the anchor's class, alone. Several graphs have no others, and relative classes.
riwalk embed graph.txt -o keep.tsv --preset best --role-anchor keep -d 8 -q
sed -n '/"views"/,/]/p' keep.tsv.json
riwalk embed graph.txt -o same.tsv --trainer factor --role-anchor keep -d 8 -q
cmp keep.tsv same.tsv && echo "the same"
riwalk generate karate -o club.txt
riwalk embed graph.txt club.txt -o several.tsv --preset best -d 8 -q
sed -n '/"degree_classes"/,/"role_anchor"/p; /"views"/,/"norm"/p' several.tsv.json
riwalk embed graph.txt club.txt -o typed.tsv --trainer factor --degree-classes share --class-base 1.5 \
    --role-anchor keep --norm 1 -d 8 -q && cmp several.tsv typed.tsv && echo "the same"
riwalk embed --like several.tsv.json graph.txt club.txt -o like.tsv -q && cmp several.tsv like.tsv &&
    echo "the same"
# Relative classes in words, and in a model that is used on another graph.
riwalk explain graph.txt 1 --degree-classes share --top 2 | tail -n 3
riwalk roles graph.txt --method riwalk-wl --degree-classes share | sed -n 2p
# Options that do not go together.
each 'embed graph.txt -o x.txt' '--preset best --role-anchor drop' '--walks exact' '--weighting log' '--trainer factor --epochs 3' \
    '--preset best --radius 3' '--preset best --trainer factor' '--trainer factor --method riwalk-rw-sp --walks exact'
try walks graph.txt -o x.txt --walks exact
ls
