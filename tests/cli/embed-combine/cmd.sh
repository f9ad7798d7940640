# Half of each vector for a node's role, half for where it is.
riwalk generate barbell -o graph.txt
small="--walks 5 --epochs 1 --dimensions 5"
riwalk embed graph.txt -o v.txt --combine deepwalk --balance 0.25 $small
head -n 1 v.txt
# The shares of the squared length: three dimensions of the role, two of the place.
awk 'NR == 2 { printf "%.4f\n", ($2^2 + $3^2 + $4^2) / ($2^2 + $3^2 + $4^2 + $5^2 + $6^2) }' v.txt
sed -n '/"combine"/,/}/p' v.txt.json
printf 'a b 1\nb c 2\nc a 0.5\n' >weights.txt
riwalk embed weights.txt -o w.txt --combine node2vec --q 0.5 --weighted $small
riwalk embed graph.txt --estimate --combine node2vec --q 0.5 | sed 's/[0-9][0-9.]*/N/g'
# By default each half has half of the squared length.
riwalk embed graph.txt -o d.txt --combine deepwalk --dimensions 4 --epochs 1
awk 'NR == 2 { printf "%.4f\n", ($2^2 + $3^2) / ($2^2 + $3^2 + $4^2 + $5^2) }' d.txt
# The first half is what the other options say.
riwalk embed graph.txt -o e.txt --combine deepwalk --dimensions 4 --epochs 1 --method riwalk-sp --radius 4 \
    --trainer sgns --walks auto --preset paper
cmp d.txt e.txt
# All vectors have one length, and the first half of each the direction of the role's own vector.
riwalk embed graph.txt -o role.txt $small -d 3 -q
paste -d ' ' v.txt role.txt | awk 'NR > 1 {
    dot = $2 * $8 + $3 * $9 + $4 * $10; a = $2^2 + $3^2 + $4^2; b = $8^2 + $9^2 + $10^2; whole = a + $5^2 + $6^2
    printf "%.4f %.4f\n", dot / sqrt(a * b), whole / (first ? first : first = whole)
}' | uniq -c
