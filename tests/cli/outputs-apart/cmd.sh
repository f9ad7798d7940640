# No output may destroy another one or what is read: found out before the work, nothing is written.
riwalk generate karate -o g.txt
embed='embed g.txt --walks 2 --epochs 1 --dimensions 2'
mkdir sub
each "$embed" '-o v.txt --report v.txt' '-o v.txt --save-model ./v.txt' '-o v.txt --save-model v.txt.json' \
    '-o v.npy --save-model v.ids' '-o v --to npy --save-model v.ids' '-o v.NPY --report v.ids' \
    '-o v.txt --save-model m --report m' '-o v.txt --save-model m --report sub/../m' '-o - --report -' \
    '-o - --save-model /dev/stdout'
rmdir sub
: >there.txt
ln -s there.txt link.txt
each "$embed" '-o there.txt --report link.txt'
each "$embed" '-o - --report there.txt' >>there.txt
cat there.txt
ls
# What is no file takes all; without metadata its place is free, and so is that of ids.
each "$embed" '-o /dev/null --report /dev/null --save-model /dev/null' '-o v.txt --no-metadata --save-model v.txt.json' \
    '-o w.npy --to text --no-metadata --save-model w.ids'
cp w.ids x.json
printf '1\n' >list
printf '+ 1 34\n' >edits.json
cp v.txt old.json
each transform 'x.json g.txt -o x' 'w.ids g.txt -o w.npy' 'w.ids g.txt --only @list -o list' \
    'w.ids g.txt --changed edits.json -o edits' 'w.ids g.txt --changed edits.json --vectors old.json -o old'
each plot 'v.txt -o p.svg --places p.svg' 'v.txt -o p.svg --places ./p.svg' '--graph g.txt -o p.svg --places no/places.txt'
try generate karate -o k.txt --labels ./k.txt
cat list edits.json
cmp w.ids x.json && cmp v.txt old.json && ls
