riwalk generate barbell --clique 3 --path 0 -o barbell.txt
riwalk roles barbell.txt --radius 1 --json
riwalk roles barbell.txt --radius max --no-discount --role-anchor drop --seed 18446744073709551615 \
    --method wl --walks 1 --walk-length 2 --json
# No edges: no roles.
printf '1\n2\n' >nodes.txt
printf '# nothing\n' | riwalk roles --node-list nodes.txt --json -
