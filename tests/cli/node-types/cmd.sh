# Types of nodes, from a file or an attribute: in roles, models, parts, changed and several graphs; one type for all is none.
riwalk generate karate -o club.txt --labels sides.txt -q
awk '{ print $1, $1 % 3 ? "shop" : "a person" }' OFS='\t' sides.txt >types.txt
riwalk walks club.txt --node-types types.txt --walks 2 -o - | sed -n 5,6p
riwalk roles club.txt --node-types types.txt --role-anchor drop | head -3
riwalk explain club.txt 3 --node-types types.txt --json | sed -n '/"tuple"/,/"meaning"/p' | head -8

riwalk explain club.txt 3 4 --directed --node-types types.txt | head -2
printf '%s\n' 'kim acme' 'acme bob' >deals.txt
printf '%s\n' 'kim person' 'acme company' 'bob person' >kinds.txt
riwalk explain deals.txt bob --directed --node-types kinds.txt --json | sed -n 2,5p
riwalk explain deals.txt bob --directed --node-types kinds.txt

echo "== parts make the model of the whole"
riwalk embed club.txt --trainer factor --directed --node-types types.txt -d 8 -o v.npy --save-model whole.rwm -q
riwalk profiles club.txt --directed --node-types types.txt -d 8 --anchors 0:20 -o a.rwp -q
riwalk profiles club.txt --directed --node-types types.txt -d 8 --anchors 20: -o b.rwp -q
riwalk fit a.rwp b.rwp -o parts.rwm -q
cmp whole.rwm parts.rwm && riwalk transform parts.rwm club.txt --directed --node-types types.txt -o w.npy -q && cmp v.npy w.npy && echo same
sed -n '/"types"/,/]/p' w.npy.json

echo "== a changed graph"
riwalk embed club.txt --trainer factor --node-types types.txt -d 8 -o v.npy --save-model m.rwm -q
riwalk transform m.rwm club.txt --node-types types.txt -o old.npy -q
echo '+ 1 35' >edits.txt
riwalk convert club.txt --node-types types.txt typed.rwg -q
riwalk transform m.rwm typed.rwg --changed edits.txt --vectors old.npy -o new.npy -q
printf '35\tshop\n' >>types.txt
riwalk transform m.rwm club.txt --node-types types.txt --changed edits.txt --vectors old.npy -o new.npy
riwalk transform m.rwm club.txt --node-types types.txt --changed edits.txt -o fresh.npy -q && cmp new.npy fresh.npy && echo same

echo "== several graphs"
cp club.txt twin.txt
sed 's/^/club:/; p; s/^club/twin/' types.txt >both.txt
riwalk embed club.txt twin.txt --trainer factor -d 4 --node-types both.txt -o two.npy
riwalk embed club.txt twin.txt --trainer factor -d 4 --node-types types.txt -o two.npy

echo "== files and their attributes"
riwalk info typed.rwg | grep types
printf '{"nodes": [{"id": 1, "kind": "a"}, {"id": 2, "kind": "b"}, {"id": 3}], "links": [{"source": 1, "target": 2}]}' >g.json
each info 'g.json --node-types-attribute kind' 'g.json --node-types-attribute king' 'club.txt --node-types-attribute kind' \
    'club.txt --node-types types.txt --node-types-attribute kind'

echo "== what cannot be"
head -n 30 types.txt >few.txt
riwalk roles club.txt --node-types few.txt
printf '1\tperson\n' >>types.txt
riwalk roles club.txt --node-types types.txt
each '' 'transform m.rwm club.txt -o no.npy' 'embed club.txt -o no.npy --role-types yes'
awk '{ print $1, $1 }' sides.txt >all.txt
riwalk embed club.txt --directed --node-types all.txt --method riwalk-wl --class-base 1.3 -o no.npy
ls no.npy* 2>/dev/null
true
