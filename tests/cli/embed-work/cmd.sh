# Finished walks are kept in a folder, and a run goes on with those that it finds, to the same bytes.
riwalk generate barabasi-albert --nodes 300 --edges-per-node 2 -q -o g.txt
riwalk embed g.txt -q --trainer factor -d 8 -o plain.npy
riwalk embed g.txt -q --trainer factor -d 8 -o work.npy --work kept
cmp plain.npy work.npy && cmp plain.npy.json work.npy.json && echo same
ls kept | wc -l
rm kept/*-0.rwp kept/*-96.rwp
: >"$(ls kept/*-32.rwp)"
riwalk embed g.txt -q --trainer factor -d 8 -o again.npy --work kept --threads 3
cmp plain.npy again.npy && echo same
ls kept | wc -l

# Two runs at once in one folder: each may meet the parts of the other.
mkdir both
riwalk embed g.txt -q --trainer factor -d 8 -o one.npy --work both &
riwalk embed g.txt -q --trainer factor -d 8 -o two.npy --work both
wait
cmp plain.npy one.npy && cmp plain.npy two.npy && echo same
ls -A both | wc -l

# A part that was cut, changed or belongs to another graph or range is named and made again.
riwalk generate barabasi-albert --nodes 300 --edges-per-node 2 --seed 2 -q -o other.txt
riwalk embed other.txt -q --trainer factor -d 8 -o other.npy --work other
part=$(ls kept/*-64.rwp)
cp "$part" good
head -c 300 good >cut
sed 's/\(.\{200\}\)./\1X/' good >changed
for bad in cut changed other/*-64.rwp kept/*-32.rwp; do
    cp $bad "$part"
    cmp -s good "$part" && echo "$bad is not bad"
    riwalk embed g.txt --trainer factor -d 8 -o again.npy --work kept 2>message
    sed -n '/damaged/s/[0-9a-f]\{16\}/KEY/p' message
    cmp plain.npy again.npy && cmp good "$part" && echo same
done
rm good cut changed

# A link or a pipe under the name of a part is not followed, and not waited for.
part=$(ls kept/*-64.rwp)
mv "$part" target
for make in 'ln -s ../target' mkfifo mkdir; do
    $make "$part"
    try embed g.txt -q --trainer factor -d 8 -o no.npy --work kept 2>message
    sed 's/[0-9a-f]\{16\}/KEY/' message
    rm -r "$part"
done
mv target "$part"

# Other options have other files: each is a part, as riwalk profiles writes them.
riwalk embed g.txt -q --trainer factor -d 4 -o short.npy --work kept
ls kept | wc -l
riwalk embed g.txt -q --trainer factor -d 8 -o seed.npy --work kept --walks 20 --seed 2
ls kept | wc -l

each 'embed g.txt' '-o no.npy --work kept --method deepwalk' '-o no.npy --trainer factor --work none/kept' \
    '-o no.npy --ranks 4' '--estimate --ranks 4 --method deepwalk'
riwalk embed g.txt --estimate --ranks 4 --trainer factor | grep -c memory
