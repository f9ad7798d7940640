# Loops, duplicates, a third column, isolated nodes; memory is the implementation's affair. The same as JSON.
printf '%s\n' '# a comment' 'a b 1.5' 'b a 2' 'b c 1' 'c c 9' 'd e 4' >graph.txt
printf '%s\n' f g >nodes.txt
riwalk info graph.txt --node-list nodes.txt | sed 's/^memory .*/memory        SIZE/'
echo
riwalk info graph.txt --directed --weighted | sed 's/^memory .*/memory        SIZE/'
riwalk info graph.txt --json | sed 's/"memory_bytes": [0-9]*/"memory_bytes": SIZE/'
# What -v says.
riwalk generate karate -v -o karate.txt 2>&1 | sed 's/[0-9.]* s$/TIME s/'
riwalk info -v karate.txt 2>&1 >/dev/null | sed 's/[0-9.]* s$/TIME s/'
riwalk info -qv karate.txt 2>&1 >/dev/null
