# What is not there is named, the rest runs, and the exit status says so.
unset RIWALK_DATA
mkdir data
riwalk generate grid --rows 5 --columns 8 -o data/europe-airports.edgelist -q
reproduce() {
    riwalk reproduce "$@" --out out --embeddings 1 --repeats 1 \
        --embed-options='--dimensions 4 --epochs 1 --walks 2'
    echo "status $?"
}
reproduce holes --data data --methods riwalk-sp
grep -A 3 '^| method' out/results-holes.md
reproduce holes --data data --datasets Europe,USA --methods riwalk-wl -q
grep -A 9 'Not run' out/results-holes.md
reproduce holes --data data --datasets Atlantis
reproduce holes --data data --methods riwalk-xl
reproduce holes
# Nothing to run: no folder is made, and earlier results stay.
riwalk reproduce scaling --out fresh --methods deepwalk
echo "status $?"
test -e fresh && echo 'a folder was made'
cp out/results-holes.md before.md
reproduce holes --data data --datasets USA
cmp out/results-holes.md before.md
reproduce nothing --data data
riwalk reproduce holes --data data
riwalk reproduce holes --data data --out out --embed-options='--colour red'
for words in '--estimate' '--seed 7' '-o x' 'other.txt' '--epochs' '-- x' '-h' '-Z 4'; do
    riwalk reproduce holes --data data --out out --embed-options="$words"
    echo "status $?"
done
riwalk reproduce holes --data data --out none/such
# An embedding that fails is told once, in the words of the embedding; results of earlier runs stay.
cp out/results-holes.md before.md
riwalk reproduce holes --data data --out out --datasets Europe --methods riwalk-sp \
    --embed-options='--memory 10' -q
echo "status $?"
cmp out/results-holes.md before.md
# The whole command is in the results.
riwalk reproduce holes --data data --out out --datasets Europe --methods riwalk-sp --threads 1 --C 2 \
    --balanced --normalize unit --embeddings 1 --repeats 1 --embed-options='-d 4 --epochs 1' -q
grep -c ' 1 thread\.$' out/results-holes.md
grep '^    riwalk' out/results-holes.md
