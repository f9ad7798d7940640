printf '%s\n' 'a b 1.5' 'b a 2' 'b c 1' 'c c 9' 'd e 4' >graph.txt
riwalk info graph.txt --json | sed 's/"memory_bytes": [0-9]*/"memory_bytes": SIZE/'
