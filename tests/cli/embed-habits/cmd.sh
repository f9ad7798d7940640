# The spellings of other programs work unchanged.
riwalk generate barbell -o graph.txt
riwalk embed --input graph.txt --output a.txt --num-walks 5 --walk-length 8 --window-size 5 \
    --until-k 3 --iter 1 --workers 2 --flag wl --without-discount --dimensions 4
riwalk embed graph.txt -o b.txt --walks 5 --walk-length 8 --window 5 --radius 3 --epochs 1 \
    --threads 1 --method riwalk-wl --no-discount -d 4
cmp a.txt b.txt && echo the same
