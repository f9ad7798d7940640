# The limits of docs/guarantees.md: what is at one works, what is beyond it gets a sentence. Those that
# only a machine with hundreds of gigabytes can reach are asked for by headers and options.
letters() { head -c "$1" /dev/zero | tr '\0' x; }
most=16777216
short() { cut -c 1-120; }

# Ids and labels: 16 MiB; tokens of a corpus: 65,535 bytes.
{ letters $most && printf ' b\n'; } >at.txt
{ letters $((most + 1)) && printf ' b\n'; } >beyond.txt
riwalk info at.txt | head -n 1
riwalk info beyond.txt 2>&1 | short
printf 'a b\n' >small.txt
riwalk info small.txt --node-list beyond.txt 2>&1 | short
{ letters 65535 && printf ' b\n'; } >token.txt
riwalk train token.txt -o - -d 1 --epochs 1 | head -n 1
{ letters 65536 && printf ' b\n'; } >token.txt
riwalk train token.txt -o - -d 1 2>&1 | short
printf '2 1\na 1\nb 2\n' >vectors.txt
{ letters $((most + 1)) && printf ' 1\n'; } >wide.txt
riwalk nearest wide.txt x 2>&1 | short
{ printf 'a ' && letters $((most + 1)) && printf '\nb y\n'; } >labels.txt
riwalk classify vectors.txt labels.txt 2>&1 | short
rm -f at.txt beyond.txt wide.txt labels.txt

# Lines have no limit of their own: 20 MB of an ignored column, and a corpus of one line.
{ printf '1 2 ' && letters 20000000 && printf '\n2 3\n'; } >line.txt
riwalk info line.txt | head -n 1
yes 'a b c d' | head -n 200000 | tr '\n' ' ' >sentence.txt
riwalk train sentence.txt -o - -d 1 --epochs 1 | head -n 1
rm -f line.txt sentence.txt

# Nodes: 4,294,967,294.
printf '%%%%MatrixMarket matrix coordinate pattern general\n4294967295 4294967295 1\n1 2\n' >nodes.mtx
riwalk info nodes.mtx
printf '4294967295 1\n2\n1\n' >nodes.graph
riwalk info nodes.graph
riwalk generate grid --rows 4294967295 --columns 2 -o grid.rwg

# Numbers that options take.
for option in '--dimensions 4097' '--radius 65' '--walk-length 10001' '--negatives 101' '--layers 1001' \
    '--walks 2000000 --walk-length 10000' '--heat-scales 0 --method graphwave'; do
    # shellcheck disable=SC2086 # two words
    riwalk embed small.txt -o v.txt $option 2>&1 | head -n 1
done
riwalk embed small.txt -o - --dimensions 4096 --epochs 0 | head -n 1

# Graphs in one run: as many as fit; their names must differ.
for i in $(seq 200); do printf '1 2\n2 3\n' >g$i.txt; done
riwalk embed g*.txt -o - -d 2 --walks 1 --epochs 1 | head -n 1

# Labels: as many as there are nodes, and several of a node.
seq 400 | awk 'BEGIN { print "400 2" } { print $1, cos($1), sin($1 * $1) }' >many.txt
seq 400 | awk '{ print $1, "l" $1 % 200, "m" $1 % 100 }' >many.labels
riwalk classify many.txt many.labels --ratios 0.5 --repeats 1 -q --json | grep -E '"(classes|labels|nodes)"'
