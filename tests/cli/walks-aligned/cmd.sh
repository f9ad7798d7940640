# Roles and nodes are the same walks, word by word: 80 lines of 10 from each anchor, which is the
# same word in both; every other word is a role in one file and the id of another node in the other.
for graph in karate karate-mirrored barbell; do
    riwalk generate $graph -o graph.txt
    for method in riwalk-sp riwalk-wl riwalk-rw-sp riwalk-rw-wl; do
        riwalk walks graph.txt --method $method -o roles.txt
        riwalk walks graph.txt --method $method --as-nodes -o nodes.txt
        paste -d ' ' roles.txt nodes.txt | awk -v name="$graph, $method" '
            NF != 20 { wrong++ }
            {
                for (i = 1; i <= 10; i++) {
                    same = $i == $(i + 10)
                    if (i == 1 ? !same : same ? $i != $1 : $i !~ /^r[0-9.]+$/ || $(i + 10) == $1)
                        wrong++
                }
                lines[$1]++
            }
            END {
                for (anchor in lines) {
                    anchors++
                    wrong += lines[anchor] != 80
                }
                print name ": " anchors " anchors, " NR " walks, " wrong + 0 " wrong"
            }'
    done
done
