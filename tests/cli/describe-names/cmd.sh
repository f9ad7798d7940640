# Names and rules of roles that are known, one digit for each node: its role.
names() { # EDGES ROLES OPTIONS...
    echo "$1" | xargs -n 2 >g.txt
    echo "$2" | fold -w 1 | awk '{ of[NR] = $1; most = $1 > most ? $1 : most } END {
        print NR, most + 1
        for (i = 1; i <= NR; i++) {
            printf "%d", i - 1
            for (c = 0; c <= most; c++) printf " %d", of[i] == c
            print ""
        }
    }' >v.txt
    shift 2
    riwalk describe g.txt v.txt -k "$(sed -n '1s/.* //p' v.txt)" --json "$@" >out.json || return
    sed -n '/"roles": \[/,/"families"/s/^ *"\(name\|text\)": "\(.*\)",*/\1: \2/p' out.json
    echo
}
echo '== a star with a chain, a pair, a node alone'
names '0 1 0 2 0 3 0 4 0 5 0 6 0 7 7 8 8 9 10 11 12 12' 0111111223440
echo '== two cliques with a node between'
names '10 3 10 4 10 5 10 6 0 1 0 2 0 3 0 4 1 2 1 3 1 4 2 3 2 4 3 4 5 6 5 7 5 8 5 9 6 7 6 8 6 9 7 8 7 9 8 9' 00022220001
echo '== two hubs that share their neighbours'
names '0 1 0 2 0 3 0 4 0 5 0 6 0 7 0 8 0 9 0 10 0 11 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 10 1 11' 001111111111
echo '== who writes to whom'
names '0 4 0 5 0 6 0 7 1 4 1 5 1 6 1 7 2 4 2 5 2 6 2 7 3 4 3 5 3 6 3 7 4 8 5 8 6 8 7 8 8 9 8 10 9 10 10 9' 00001111233 --directed
echo '== two stars, of persons and of shops: structure alone cannot tell their leaves'
seq 0 13 | awk '{ print $1, $1 < 7 ? "person" : "7-eleven" }' >types.txt
names '0 7 0 1 0 2 0 3 0 4 0 5 0 6 7 8 7 9 7 10 7 11 7 12 7 13' 01111112333333 --node-types types.txt
echo '== degrees are intervals'
riwalk generate karate -q -o karate.txt
club=$(grep -v '#' karate.txt | awk '{ printf "%d %d ", $1 - 1, $2 - 1 }')
degrees=$(echo "$club" | xargs -n 1 | sort -n | uniq -c | awk '{ printf "%d", ($1 > 2) + ($1 > 5) }')
names "$club" "$degrees"
echo '== chance'
names "$club" 0101010101010101010101010101010101
echo '== known roles are found'
for kind in shapes barbell; do
    riwalk generate $kind -q -o g.txt --labels labels.txt
    riwalk describe g.txt --labels labels.txt | grep -i 'rand'
done
