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
# Weights come back as the same doubles, in few digits.
awk 'BEGIN { n = split("1 0.5 0.1 1234567.89 167772.17 123456789.01 0.30000000000000004 1e10 1e-7 1.5e20 16777217", w, " ")
    for (i = 1; i <= n; i++) print i, i + 1, w[i] }' >weights.txt
riwalk convert --weighted weights.txt - | cmp - weights.txt
