# Types, directions and weights go to other formats and back; where they cannot, a note says so.
printf '%s\n' 'a b 0.1' 'b c 16777217.01' 'c a 3' >graph.txt
printf '%s\n' 'a bank' 'b "R & D"' 'c shop' >types.txt
riwalk convert graph.txt g.rwg --directed --weighted --node-types types.txt -q
for to in graphml gexf json; do
    riwalk convert g.rwg "g.$to" -q
    riwalk convert "g.$to" back.rwg --node-types-attribute type -q
    cmp g.rwg back.rwg && echo "$to keeps them"
done
riwalk convert g.rwg -
