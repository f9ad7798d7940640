# Pictures of vectors.
awk 'BEGIN {
    print 40, 3
    for (i = 0; i < 40; i++)
        print "n" i, (i % 3 == 1) * 10 + i % 2 / 4, (i % 3 == 2) * 10, i % 7
}' >vectors.txt
awk 'BEGIN { for (i = 0; i < 40; i++) if (i % 5) print "n" i, "role-" i % 3 }
     END { print "n1 second"; print "other role-1" }' </dev/null >labels.txt
riwalk plot vectors.txt --labels labels.txt -o labels.svg
riwalk plot vectors.txt -k 3 -o clusters.svg
riwalk plot vectors.txt --projection tsne -o tsne.svg
# Roles are the clusters of riwalk cluster, the largest first; the legend counts their members.
riwalk cluster vectors.txt -k 3 -o clusters.txt >table.txt
awk 'NR == FNR { size[$2]++; next }
     { rank = 1
       for (c in size)
           rank += size[c] > size[$2] || (size[c] == size[$2] && c < $2)
       print $1, "\"role " rank "\"" }' clusters.txt clusters.txt >numbered.txt
riwalk plot vectors.txt --labels numbered.txt -o numbered.svg
cmp clusters.svg numbered.svg
sed -n 's/.*>\(ro.* (.*)\)<.*/\1/p' clusters.svg labels.svg
riwalk plot vectors.txt --title 'A & <B>' --to svg -o - >stream
riwalk plot - --point-labels never -o names.svg <vectors.txt
grep 'font-weight="bold"' -A 1 stream
echo "texts of n0 to n39: $(grep -c '>n[0-9]*<' labels.svg), $(grep -c '>n[0-9]*<' names.svg)"
riwalk plot vectors.txt -o places.svg --places places.txt
awk 'NR <= 3 { printf "%s %.3f %.3f\n", $1, $2, $3 }' places.txt
wc -l <places.txt
ls
# One dimension lies on a line; of vectors of which seven are equal t-SNE has places.
printf '4 1\na 5\nb 1\nc 3\nd 7\n' >line.txt
riwalk plot line.txt -o line.svg --places - -q --normalize none
awk 'BEGIN { print 8, 1; for (i = 0; i < 8; i++) print i, 1 + (i == 7) }' >equal.txt
for theta in 0 0.5; do
    riwalk plot equal.txt -o equal.svg --places - --projection tsne --theta $theta -q | grep -c -v 'nan\|inf'
done
# Seven clouds, each in a direction of its own, are more than PCA can show in a plane; t-SNE keeps them together.
awk 'BEGIN { srand(1); print 140, 7; for (i = 0; i < 140; i++) { printf "%d", i; for (d = 0; d < 7; d++) printf " %.4f", (i % 7 == d) * 6 + (d + 1) * rand(); print "" } }' >clouds.txt
for words in pca 'tsne --iterations 400 --perplexity 15'; do
    riwalk plot clouds.txt --projection $words --normalize none -o clouds.svg --places - -q | awk -v name="$words" '{ x[NR - 1] = $2; y[NR - 1] = $3 }
        END { for (i = 0; i < NR; i++) { near = 1e9
              for (j = 0; j < NR; j++) { d = (x[i] - x[j])^2 + (y[i] - y[j])^2; if (i != j && d < near) { near = d; best = j } }
              right += best % 7 == i % 7 }
              print name, (right > 0.95 * NR ? "together" : right < 0.7 * NR ? "mixed" : right) }'
done
# Places do not depend on threads: by PCA, exact, and by a tree.
awk 'BEGIN { srand(2); print 1100, 7; for (i = 0; i < 1100; i++) { printf "%d", i; for (d = 0; d < 7; d++) printf " %.4f", (d + 1) * rand(); print "" } }' >many.txt
for words in 'pca' 'tsne --iterations 20 --theta 0' 'tsne --iterations 20 --theta 0.5'; do
    for threads in 1 2 3; do
        riwalk plot many.txt --projection $words --threads $threads -o many.svg --places $threads.places -q && cmp 1.places $threads.places
    done
done
