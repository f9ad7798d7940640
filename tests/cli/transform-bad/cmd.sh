# Models and arguments that make no sense.
riwalk generate karate -o g.txt
riwalk embed g.txt -o g.emb --walks 3 --dimensions 3 --epochs 1 --save-model m.rwm
: >empty.txt
each transform '' m.rwm 'm.rwm g.txt' 'm.rwm missing.txt -o v.emb' 'missing.rwm g.txt -o v.emb' 'g.txt g.txt -o v.emb' \
    'm.rwm empty.txt -o v.emb' '- - -o v.emb'
each 'transform m.rwm g.txt -o' m.rwm 'm.rwm --to text' g.txt 'v.emb --radius 3' 'v.emb --only 1,100' 'v.emb --only ,' \
    'v.emb --only @missing.txt' 'v.emb --vectors g.emb'
head -c 100 m.rwm >cut.rwm
head -c 1000 m.rwm >longer.rwm
{ head -c 8 m.rwm && printf '\003' && tail -c +10 m.rwm; } >version.rwm
{ head -c 999 m.rwm && printf '\377\377' && tail -c +1002 m.rwm; } >flipped.rwm
for model in cut longer version flipped; do
    try transform $model.rwm g.txt -o v.emb 2>&1 | sed 's/of [0-9]* bytes/of N bytes/'
done
try transform m.rwm g.txt empty.txt -o v.emb --changed e.txt
for edits in '- 1 34' '1 34'; do
    echo "$edits" >e.txt
    try transform m.rwm g.txt -o v.emb --changed e.txt
done
echo '+ 1 34' >e.txt
printf '1 2\n1 0 0\n' >other.emb
try transform m.rwm g.txt -o v.emb --changed e.txt --vectors other.emb
each 'embed g.txt' '-o a.emb --save-model a.emb' '-o - --save-model -' '-o a.emb --save-model no/such/folder/m.rwm'
ls
