# Models and arguments that make no sense.
riwalk generate karate -o g.txt
riwalk embed g.txt -o g.emb --walks 3 --dimensions 3 --epochs 1 --save-model m.rwm
riwalk transform
riwalk transform m.rwm
riwalk transform m.rwm g.txt
riwalk transform m.rwm missing.txt -o v.emb
riwalk transform missing.rwm g.txt -o v.emb
riwalk transform g.txt g.txt -o v.emb
riwalk transform m.rwm g.txt -o m.rwm
riwalk transform m.rwm g.txt -o m.rwm --to text
riwalk transform m.rwm g.txt -o g.txt
riwalk transform m.rwm g.txt -o v.emb --radius 3
head -c 100 m.rwm >cut.rwm
riwalk transform cut.rwm g.txt -o v.emb
head -c 1000 m.rwm >cut.rwm
riwalk transform cut.rwm g.txt -o v.emb 2>&1 | sed 's/of [0-9]* bytes/of N bytes/'
{ head -c 8 m.rwm && printf '\003' && tail -c +10 m.rwm; } >version.rwm
riwalk transform version.rwm g.txt -o v.emb
{ head -c 999 m.rwm && printf '\377\377' && tail -c +1002 m.rwm; } >flipped.rwm
riwalk transform flipped.rwm g.txt -o v.emb
: >empty.txt
riwalk transform m.rwm empty.txt -o v.emb
riwalk transform m.rwm g.txt -o v.emb --only 1,100
riwalk transform m.rwm g.txt -o v.emb --only ,
riwalk transform m.rwm g.txt -o v.emb --only @missing.txt
riwalk transform m.rwm g.txt -o v.emb --vectors g.emb
riwalk transform m.rwm g.txt empty.txt -o v.emb --changed e.txt
printf -- '- 1 34\n' >e.txt
riwalk transform m.rwm g.txt -o v.emb --changed e.txt
printf '1 34\n' >e.txt
riwalk transform m.rwm g.txt -o v.emb --changed e.txt
printf '+ 1 34\n' >e.txt
printf '1 2\n1 0 0\n' >other.emb
riwalk transform m.rwm g.txt -o v.emb --changed e.txt --vectors other.emb
riwalk transform - - -o v.emb
riwalk embed g.txt -o a.emb --save-model a.emb
riwalk embed g.txt -o - --save-model -
riwalk embed g.txt -o a.emb --save-model no/such/folder/m.rwm
ls
