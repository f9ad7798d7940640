# One sentence each, and status 1.
mkdir folder
: >empty.txt
printf '1 2\n3\n' >one-id.txt
printf '1 2 x\n' >weight.txt
printf '1 2\n2 3\n' | gzip | head -c 20 >cut.txt.gz
printf '1 2\n' >fine.txt
each info missing.txt folder empty.txt one-id.txt '--weighted --header no weight.txt' cut.txt.gz \
    'fine.txt --node-list missing.txt' '--node-list - -'
printf '1 2\n3\n' | riwalk info -

# UTF-16 without a mark is named wherever text is read.
printf '1\0 \0002\0\n\000' >wide
printf '1 2\n2 3\n' >graph.txt
riwalk embed graph.txt -o v.txt -d 2 --walks 2 --epochs 1 --save-model m.rwm -q
each '' 'classify v.txt wide' 'convert graph.txt out.gexf --labels wide' 'convert graph.txt out.gexf --places wide' \
    'info graph.txt --node-types wide' 'info graph.txt --node-list wide' 'align graph.txt graph.txt --known wide -o out.csv' \
    'transform m.rwm graph.txt -o out.txt --only @wide' 'transform m.rwm graph.txt -o out.txt --changed wide' \
    'track wide --window 1' 'train wide -o out.txt' 'nearest wide 1'
# Streams that are damaged, or go on where they have ended.
awk 'BEGIN { for (i = 1; i < 100; i++) print i, i + 1 }' | gzip -n >path.gz
{ head -c 30 path.gz && printf '\377\377\377' && tail -c +34 path.gz; } >damaged.gz
{ cat path.gz && printf 'what is no stream of gzip'; } >more.gz
printf '\050\265\057\375\004\160\001\0\0\377\377\377\377' >damaged.zst
each info damaged.gz more.gz damaged.zst
