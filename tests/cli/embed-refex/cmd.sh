# ReFeX: a column for each feature; mirror images are the same, and nothing is drawn.
riwalk generate karate-mirrored -o graph.txt
riwalk embed graph.txt -o vectors.txt --method refex
riwalk embed graph.txt -o other.txt --method refex --threads 3 --seed 9
cmp vectors.txt other.txt && head -n 1 vectors.txt
mirrored vectors.txt
riwalk embed graph.txt -o like.txt --like vectors.txt.json && cmp vectors.txt like.txt
riwalk embed graph.txt --method refex --show-options
riwalk embed graph.txt --method refex --estimate | sed 's/[0-9.]* \(MB\|s\)/N \1/g'
# A path of arcs with weights: degree, weighted degree, ... of its nodes.
printf 'a b 2\nb c 4\n' >path.txt
riwalk embed path.txt --directed --weighted -o - --method refex --feature-values raw
riwalk embed path.txt -o - --method refex --feature-values bins -d 1
riwalk roles path.txt --directed --weighted --method refex
riwalk roles path.txt --method refex --json
# What it has no use for.
each 'embed graph.txt -o v.txt --method refex' '--walks 3' '--roles 3' '--bin-share 1' '--memory 1M --threads 1' '--save-model m.rwm'
each '' 'embed graph.txt -o v.txt --bin-share 0.3' 'walks graph.txt -o w.txt --method refex'
ls
# Fewer columns are the first ones; logarithms are those of the raw values; sums that leave the range of floats are given up.
riwalk embed graph.txt -o four.txt --method refex -d 4 -q
sed 1d four.txt >rows && sed 1d vectors.txt | cut -d ' ' -f 1-5 | cmp - rows
riwalk embed graph.txt -o raw.txt --method refex --feature-values raw -q
paste -d ' ' vectors.txt raw.txt | awk 'NR > 1 { for (i = 2; i <= NF / 2; i++) if (($i - log(1 + $(i + NF / 2)))^2 > 1e-10) wrong++ } END { print wrong + 0, "wrong" }'
printf '%s\n' '0 1 3e38' '1 2 3e38' '2 0 3e38' '2 3 1e-38' '3 4 2e38' >huge.txt
riwalk embed huge.txt --weighted -o - --method refex --feature-values raw -q | grep -c -i 'nan\|inf'
printf '1\n2\n' >nodes.txt
printf '# no edge\n' | riwalk embed - --node-list nodes.txt -o - --method refex -q
