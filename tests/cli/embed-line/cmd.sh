# LINE: the same bytes on any number of threads; both halves have length 1.
riwalk generate karate -o graph.txt
riwalk embed graph.txt -o vectors.txt --method line --samples 50 -d 8 --threads 1
riwalk embed graph.txt -o other.txt --method line --samples 50 -d 8 --threads 3
cmp vectors.txt other.txt && head -n 1 vectors.txt
awk 'NR > 1 { printf "%.3f %.3f\n", $2^2 + $3^2 + $4^2 + $5^2, $6^2 + $7^2 + $8^2 + $9^2 }' vectors.txt | sort | uniq -c
riwalk embed graph.txt -o like.txt --like vectors.txt.json && cmp vectors.txt like.txt
riwalk embed graph.txt --method line --order second --show-options
riwalk embed graph.txt --method line --samples 50 --estimate | sed 's/[0-9.]* \(MB\|s\)/N \1/g'
printf 'a b 2\nb c 4\nd e 1\n' >arcs.txt
riwalk embed arcs.txt --directed --weighted -o - --method line -d 2 --samples 10 | cut -d ' ' -f 1
riwalk embed graph.txt arcs.txt -o both.txt --method line --samples 5 --combine deepwalk -d 16 && head -n 1 both.txt
# What it has no use for.
each 'embed graph.txt -o v.txt --method line' '--walks 3' '--epochs 3' '--order third' '-d 1' '--save-model m.rwm'
try embed graph.txt -o v.txt --samples 3
# Two stars whose hubs are joined: the first order brings leaves to their hub, the second to their like. Of arcs from leaves to
# hubs and from 0 to 1, the second order has 0 like the leaves of 1, and nothing of 1, which leads nowhere.
awk 'BEGIN { print 0, 1; for (leaf = 2; leaf < 14; leaf++) print leaf, (leaf >= 8) }' >stars.txt
near() { # ORDER NODE OPTIONS...
    riwalk embed stars.txt -o s.txt --method line --order "$1" --samples 10000 -d 16 -q ${3-}
    riwalk nearest s.txt "$2" -n 1 | awk -v order="$1" 'NR > 1 { print order, $1, ($2 > 1 ? "a leaf of " ($2 >= 8) : "hub " $2) }'
}
near first 2
near first 9
near second 2
near second 9
near second 0 --directed
try nearest s.txt 1
# Weights count: of a ring the two heavy edges.
printf '%s\n' '0 1 100' '1 2 1' '2 3 100' '3 0 1' >ring.txt
riwalk embed ring.txt --weighted -o s.txt --method line --order first --samples 10000 -d 16 -q
each 'nearest s.txt -n 1' 0 2
