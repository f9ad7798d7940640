# Loops, duplicates, a third column, isolated nodes; memory is the implementation's affair.
printf '%s\n' '# a comment' 'a b 1.5' 'b a 2' 'b c 1' 'c c 9' 'd e 4' >graph.txt
printf '%s\n' f g >nodes.txt
riwalk info graph.txt --node-list nodes.txt | sed 's/^memory .*/memory        SIZE/'
echo
riwalk info graph.txt --directed --weighted | sed 's/^memory .*/memory        SIZE/'
