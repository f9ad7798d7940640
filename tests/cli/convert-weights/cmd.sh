# Weights and directions survive where they are asked for, and what a graph loses on its way is said, unless -q.
printf '%s\n' '1 2 0.1' '2 1 3' '2 3 1e-7' >graph.txt
for out in txt mtx rwg; do
    riwalk convert --directed --weighted graph.txt out.$out
    echo "== $out"
    riwalk convert --directed --weighted out.$out -
done
each convert '--weighted graph.txt out.graph' '--directed graph.txt out.graph'
printf '%s\n' 'a b 1.5' 'b a 2' 'c c 9' >loops.txt
each 'convert loops.txt -' '' -q '--weighted --directed'
ls
