# Nodes without neighbours are embedded as zero vectors, and it says so.
printf '1 2\n2 3\n' >graph.txt
printf '7\n8\n' >more.txt
riwalk embed graph.txt --node-list more.txt -o v.txt --walks 5 --epochs 1 --dimensions 3
grep '^[78] ' v.txt
riwalk nearest v.txt 7
# By every method; and where there are no others.
printf '0 1\n1 2\n2 0\n2 3\n4 5\n' >some.txt
printf '# no edge\n' >none.txt
printf '%s\n' 0 1 2 3 4 5 6 7 >nodes.txt
for words in '--epochs 1' '--trainer factor' '--method deepwalk --epochs 1' '--method node2vec --q 2 --epochs 1' \
    '--method struc2vec --epochs 1' '--method line --samples 5'; do
    for graph in some none; do
        riwalk embed $graph.txt --node-list nodes.txt $words -d 4 -q -o - | awk -v name="$graph $words" 'NR > 1 {
            zeros = zeros ($2 || $3 || $4 || $5 ? "" : " " $1)
        } /nan|inf/ { print "not finite" } END { print name ": zeros" zeros }'
    done
    riwalk embed some.txt $words -d 4 -q -o - --seed 1 >one && riwalk embed some.txt $words -d 4 -q -o - --seed 2 | cmp -s one - &&
        echo "$words: another seed, the same vectors"
done
