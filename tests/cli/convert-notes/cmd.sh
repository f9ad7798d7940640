# What a graph loses on its way is said, unless -q.
printf '%s\n' 'a b 1.5' 'b a 2' 'c c 9' >graph.txt
riwalk convert graph.txt -
riwalk convert -q graph.txt -
riwalk convert --weighted --directed graph.txt -
