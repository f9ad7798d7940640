# What is wrong with parts, ranges and rows is named.
riwalk generate karate -o club.txt
riwalk generate barbell -o barbell.txt
part() {
    riwalk profiles "$@" -q --dimensions 4
}
for name in a:0:10 b:10:20 c:20: wide:5:25; do
    part club.txt --anchors "${name#*:}" -o "${name%%:*}.rwp"
done
part barbell.txt --anchors 10:20 -o other.rwp
part club.txt --anchors 10:20 --seed 2 -o seed.rwp
part club.txt --anchors 10:20 --method riwalk-wl -o method.rwp
head -c 300 b.rwp >cut.rwp
head -c 20 b.rwp >shorter.rwp
{ head -c 500 b.rwp && printf x && tail -c +502 b.rwp; } >damaged.rwp
{ head -c 8 b.rwp && printf '\7' && tail -c +10 b.rwp; } >version.rwp
fit='fit --save-model model.rwm -q'
echo missing, doubled
each "$fit" 'a.rwp c.rwp' 'b.rwp c.rwp' 'a.rwp b.rwp' 'a.rwp b.rwp b.rwp c.rwp' 'a.rwp wide.rwp c.rwp'
echo foreign
each "$fit" 'a.rwp other.rwp c.rwp' 'a.rwp seed.rwp c.rwp' 'a.rwp method.rwp c.rwp'
echo damaged
each "$fit" 'a.rwp cut.rwp c.rwp' shorter.rwp 'a.rwp damaged.rwp c.rwp' 'a.rwp version.rwp c.rwp' club.txt absent.rwp
test -e model.rwm && echo written
echo ranges
each 'profiles club.txt -q -d 4 -o x.rwp' '--anchors 10' '--anchors 10:10' '--anchors 1:x' '--anchors 99999999999:' \
    '--anchors 34:40' '--trainer sgns' '--method node2vec' '--walk-length 1'
each '' 'profiles club.txt -o club.txt' 'profiles club.txt' 'fit a.rwp' 'fit - - --save-model x.rwm' \
    'fit a.rwp b.rwp c.rwp --save-model a.rwp'
test -e x.rwp && echo written
echo rows
riwalk $fit a.rwp b.rwp c.rwp
each 'transform model.rwm club.txt -o x.npy' '--anchors 0:10 --only 1' '--anchors 50:60'
for range in 0:10 10:20 20: 5:25; do
    riwalk transform model.rwm club.txt --anchors "$range" -o "$range.npy" -q
done
part club.txt --seed 3 -o all.rwp
riwalk fit all.rwp --save-model other.rwm -q
riwalk transform other.rwm club.txt --anchors 10:20 -o other.npy -q
riwalk transform other.rwm club.txt -o twice.txt --no-metadata -q
cp twice.txt again.txt
each concat '0:10.npy 20:.npy -o x.npy' '0:10.npy 5:25.npy 20:.npy -o x.npy' '0:10.npy other.npy 20:.npy -o x.npy' \
    'twice.txt again.txt -o x.npy' 0:10.npy '0:10.npy -o 0:10.npy'

# Ranges that cannot be are named, and are not taken for none.
for anchors in '[-5, 5]' '[0]' '["0", "10"]' null '[10, 0]' '[0, 10.5]' '[0, 10, 20]' '[0, 99999999999999999999]' '[0, 12]' \
    '[30, 40]'; do
    tr '\n' ' ' <0:10.npy.json | sed 's/"anchors": [^]]*\]/"anchors": '"$anchors"'/' >a.json
    cp 0:10.npy a.npy && cp 0:10.ids a.ids && mv a.json a.npy.json
    riwalk concat 10:20.npy a.npy 20:.npy -o x.npy || echo "status $?"
done
rm a.npy.json
each concat '10:20.npy a.npy 20:.npy -o x.npy'
