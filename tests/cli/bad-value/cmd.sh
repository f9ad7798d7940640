# A value that is missing, empty, or given where there is none to give.
riwalk generate karate -o
riwalk generate karate --output
riwalk generate karate --output --labels x
riwalk generate karate --output=
riwalk info --json=yes graph.txt
riwalk info --node-list
