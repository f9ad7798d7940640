# Memory and time, without running.
riwalk generate karate -o graph.txt
riwalk embed graph.txt --estimate --epochs 1 | sed 's/[0-9][0-9.]*/N/g'
ls

# As many roles as nodes that are met, and no more, where each node has a type of its own.
awk 'BEGIN { for (i = 0; i <= 30000; i++) { print i, i + 1 >"path.txt"; print i, "t" i >"types.txt" } print i, "t" >"types.txt" }'
riwalk embed path.txt --node-types types.txt --walks 5 --epochs 1 --estimate |
    awk '$1 == "memory" { print ($2 > 300 && $2 < 3000 ? "as many" : $0) }'
rm path.txt types.txt
