# GraphWave: mirror images are the same; nothing is drawn, so seeds do not matter.
riwalk generate karate-mirrored -o graph.txt
riwalk embed graph.txt -o vectors.txt --method graphwave
riwalk embed graph.txt -o other.txt --method graphwave --threads 3 --seed 9
for node in 1 2 3 33 34; do
    riwalk nearest vectors.txt "$node" -n 1 | tail -n 1 | cut -f 1,2
    riwalk nearest other.txt "$node" -n 1 | tail -n 1 | cut -f 1,2
done
head -n 8 vectors.txt.json
riwalk embed graph.txt -o four.txt --method graphwave --heat-scales 0.5,2,8,32 && head -n 1 four.txt
riwalk embed graph.txt --method graphwave --estimate | sed 's/[0-9.]* \(MB\|s\)/N \1/g'
printf '1 2\n2 3\n' >path.txt
printf '7\n8\n' >more.txt
riwalk embed path.txt --node-list more.txt -o - --method graphwave --dimensions 4 --heat-scales 1 |
    awk 'NR > 1 { printf "%s %.4f %.4f\n", $1, $4, $5 }'
