# Memory and time, without running.
riwalk generate karate -o graph.txt
riwalk embed graph.txt --estimate --epochs 1 | sed 's/[0-9][0-9.]*/N/g'
ls
