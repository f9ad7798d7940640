# A mapped graph gives the bytes of one that is read; who cuts it ends the command by a sentence.
riwalk generate barabasi-albert --nodes 60000 --edges-per-node 4 -q -o g.rwg
embed() {
    riwalk embed "$1" -o "$2" -q --trainer factor --walks 4 -d 8 --no-metadata --threads 2 "$3"
}
embed g.rwg read.npy --verbose 2>/dev/null
embed g.rwg mapped.npy --map
cmp read.npy mapped.npy && echo 'the same'
gzip -k g.rwg
embed g.rwg.gz packed.npy --map
cmp read.npy packed.npy && echo 'what is compressed is read'

mkdir cut
riwalk embed g.rwg --map -o cut/v.npy -q --walks 4000 --radius 8 --threads 2 2>message &
until grep -q g.rwg /proc/$!/maps; do
    sleep 0.02
done
sleep 0.2
truncate -s 300 g.rwg
wait $!
echo "status $?"
cat message
ls cut
# What is mapped is checked.
riwalk generate grid -q -o grid.rwg
head -c 400 grid.rwg >cut.rwg
: >empty.rwg
{ head -c 1200 grid.rwg && printf M && tail -c +1202 grid.rwg; } >other.rwg
each 'info --map' cut.rwg empty.rwg other.rwg none.rwg
