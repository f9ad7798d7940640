# ReFeX: a column for each feature; mirror images are the same, and nothing is drawn.
riwalk generate karate-mirrored -o graph.txt
riwalk embed graph.txt -o vectors.txt --method refex
riwalk embed graph.txt -o other.txt --method refex --threads 3 --seed 9
cmp vectors.txt other.txt && head -n 1 vectors.txt
sed -n 's/^\(1\|35\) //p' vectors.txt | uniq | wc -l
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
