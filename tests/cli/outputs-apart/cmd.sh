# No output may destroy another one or what is read: found out before the work, nothing is written.
riwalk generate karate -o g.txt
try() {
    "$@"
    echo "status $?"
}
embed() {
    try riwalk embed g.txt --walks 2 --epochs 1 --dimensions 2 "$@"
}
embed -o v.txt --report v.txt
embed -o v.txt --save-model ./v.txt
embed -o v.txt --save-model v.txt.json
embed -o v.npy --save-model v.ids
embed -o v --to npy --save-model v.ids
embed -o v.NPY --report v.ids
embed -o v.txt --save-model m --report m
mkdir sub
embed -o v.txt --save-model m --report sub/../m
rmdir sub
embed -o - --report -
embed -o - --save-model /dev/stdout
: >there.txt
ln -s there.txt link.txt
embed -o there.txt --report link.txt
embed -o - --report there.txt >there.txt
ls
# What is no file takes all; without metadata its place is free, and so is that of ids.
embed -o /dev/null --report /dev/null --save-model /dev/null
embed -o v.txt --no-metadata --save-model v.txt.json
embed -o w.npy --to text --no-metadata --save-model w.ids
cp w.ids x.json
printf '1\n' >list
printf '+ 1 34\n' >edits.json
cp v.txt old.json
transform() {
    try riwalk transform "$@"
}
transform x.json g.txt -o x
transform w.ids g.txt -o w.npy
transform w.ids g.txt --only @list -o list
transform w.ids g.txt --changed edits.json -o edits
transform w.ids g.txt --changed edits.json --vectors old.json -o old
riwalk plot v.txt -o p.svg --places p.svg
riwalk plot v.txt -o p.svg --places ./p.svg
riwalk plot --graph g.txt -o p.svg --places no/places.txt
riwalk generate karate -o k.txt --labels ./k.txt
cat list edits.json
cmp w.ids x.json && cmp v.txt old.json && ls
