# What is wrong with parts, ranges and rows is named.
riwalk generate karate -o club.txt
riwalk generate barbell -o barbell.txt
part() {
    out=$1
    shift
    riwalk profiles "$@" -o "$out" -q --dimensions 4 || echo "status $?"
}
fit() {
    riwalk fit "$@" --save-model model.rwm -q || echo "status $?"
}
part a.rwp club.txt --anchors 0:10
part b.rwp club.txt --anchors 10:20
part c.rwp club.txt --anchors 20:
echo missing, doubled
fit a.rwp c.rwp
fit b.rwp c.rwp
fit a.rwp b.rwp
fit a.rwp b.rwp b.rwp c.rwp
part wide.rwp club.txt --anchors 5:25
fit a.rwp wide.rwp c.rwp
echo foreign
part other.rwp barbell.txt --anchors 10:20
fit a.rwp other.rwp c.rwp
part seed.rwp club.txt --anchors 10:20 --seed 2
fit a.rwp seed.rwp c.rwp
part method.rwp club.txt --anchors 10:20 --method riwalk-wl
fit a.rwp method.rwp c.rwp
echo damaged
head -c 300 b.rwp >cut.rwp
fit a.rwp cut.rwp c.rwp
head -c 20 b.rwp >cut.rwp
fit cut.rwp
{ head -c 500 b.rwp && printf x && tail -c +502 b.rwp; } >damaged.rwp
fit a.rwp damaged.rwp c.rwp
{ head -c 8 b.rwp && printf '\7' && tail -c +10 b.rwp; } >version.rwp
fit a.rwp version.rwp c.rwp
fit club.txt
fit absent.rwp
test -e model.rwm && echo written
echo ranges
part x.rwp club.txt --anchors 10
part x.rwp club.txt --anchors 10:10
part x.rwp club.txt --anchors 1:x
part x.rwp club.txt --anchors 99999999999:
part x.rwp club.txt --anchors 34:40
part x.rwp club.txt --trainer sgns
part x.rwp club.txt --method node2vec
part x.rwp club.txt --walk-length 1
part club.txt club.txt
riwalk profiles club.txt || echo "status $?"
riwalk fit a.rwp || echo "status $?"
riwalk fit - - --save-model x.rwm || echo "status $?"
riwalk fit a.rwp b.rwp c.rwp --save-model a.rwp || echo "status $?"
test -e x.rwp && echo written
echo rows
fit a.rwp b.rwp c.rwp
riwalk transform model.rwm club.txt --anchors 0:10 --only 1 -o x.npy || echo "status $?"
riwalk transform model.rwm club.txt --anchors 50:60 -o x.npy || echo "status $?"
for range in 0:10 10:20 20: 5:25; do
    riwalk transform model.rwm club.txt --anchors "$range" -o "$range.npy" -q
done
riwalk concat 0:10.npy 20:.npy -o x.npy || echo "status $?"
riwalk concat 0:10.npy 5:25.npy 20:.npy -o x.npy || echo "status $?"
part all.rwp club.txt --seed 3
riwalk fit all.rwp --save-model other.rwm -q
riwalk transform other.rwm club.txt --anchors 10:20 -o other.npy -q
riwalk concat 0:10.npy other.npy 20:.npy -o x.npy || echo "status $?"
riwalk transform other.rwm club.txt -o twice.txt --no-metadata -q
cp twice.txt again.txt
riwalk concat twice.txt again.txt -o x.npy || echo "status $?"
riwalk concat 0:10.npy || echo "status $?"
riwalk concat 0:10.npy -o 0:10.npy || echo "status $?"
