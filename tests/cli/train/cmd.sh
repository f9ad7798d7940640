# Skip-gram on any corpus.
riwalk generate karate -o graph.txt
riwalk walks graph.txt -o walks.txt --as-nodes --walks 10
riwalk train walks.txt -o v.txt --dimensions 8 --epochs 2
head -n 1 v.txt
riwalk walks graph.txt -o - --as-nodes --walks 10 | riwalk train - -o w.bin --dimensions 8 --epochs 2
riwalk nearest v.txt 34 >a && riwalk nearest w.bin 34 | cmp - a && echo the same
printf 'a b a c\n\nb a d\n' >few.txt
riwalk train few.txt -o few.tsv --min-count 2 --dimensions 2 && cut -f 1 few.tsv
for threads in 1 2 7; do
    riwalk train walks.txt -o again.txt --dimensions 8 --epochs 2 --threads "$threads"
    cmp v.txt again.txt && echo "$threads: the same"
done
