# Weights and directions survive where they are asked for.
printf '%s\n' '1 2 0.1' '2 1 3' '2 3 1e-7' >graph.txt
for out in txt mtx rwg; do
    riwalk convert --directed --weighted graph.txt out.$out
    riwalk convert --directed --weighted out.$out - >back.txt
    echo "== $out"
    cat back.txt
done
riwalk convert --weighted graph.txt out.graph
riwalk convert --directed graph.txt out.graph
ls
