# RolX: memberships in roles; the number of roles is found, or given.
riwalk generate karate-mirrored -o graph.txt
riwalk embed graph.txt -o found.txt --method rolx
riwalk embed graph.txt -o vectors.txt --method rolx --roles 4 --threads 1
riwalk embed graph.txt -o other.txt --method rolx --roles 4 --threads 3
cmp vectors.txt other.txt && head -n 1 vectors.txt
mirrored vectors.txt
awk 'NR > 1 { s = 0; for (i = 2; i <= NF; i++) s += $i; if (s < 0.99999 || s > 1.00001) print; for (i = 2; i <= NF; i++) size[i] += $i }
    END { for (i = 2; i < NF; i++) if (size[i] < size[i + 1] - 1e-4) print "a larger role comes later" }' vectors.txt
riwalk embed graph.txt -o like.txt --like vectors.txt.json && cmp vectors.txt like.txt
riwalk embed graph.txt --method rolx --show-options
riwalk embed graph.txt -o both.txt --method rolx --roles 4 --combine deepwalk -d 16 && head -n 1 both.txt
each 'embed graph.txt -o v.txt' '--method rolx --roles 60' '--method rolx --roles 8 -d 7' '--method rolx --feature-values raw' \
    '--roles 4'
