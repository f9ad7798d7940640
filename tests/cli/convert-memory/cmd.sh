# Within --memory an edge list becomes .rwg by way of files beside it, to the same bytes and notes, and
# nothing else stays.
skip_sanitized
riwalk generate rmat --scale 13 --edges-per-node 40 -q -o g.rwg
riwalk generate rmat --scale 13 --edges-per-node 40 --memory 20M -q -o bounded.rwg
cmp g.rwg bounded.rwg
riwalk convert g.rwg g.txt -q
awk '!/^#/ { print "n" $1 ",n" $2 "," $2 ".5"; if (NR % 3 == 0) print "n" $2 ",n" $1 ",1.25" }' g.txt >named.csv
echo 'n1,n1,3' >>named.csv
for words in g.txt 'g.txt --directed' 'named.csv --weighted --duplicates sum' named.csv; do
    # shellcheck disable=SC2086 # options
    set -- $words
    in=$1
    shift
    riwalk convert "$in" whole.rwg "$@" 2>whole.said
    mkdir out
    riwalk convert "$in" out/bounded.rwg "$@" --memory 20M 2>bounded.said
    cmp whole.rwg out/bounded.rwg && echo "$words: the same"
    grep -v wrote whole.said >a
    grep -v wrote bounded.said | tee b
    cmp a b
    ls -A out
    rm -r out
done
# shellcheck disable=SC2002 # a pipe is the point
cat named.csv | riwalk convert - piped.rwg --memory 30M -q
cmp whole.rwg piped.rwg && echo 'a pipe: the same'
riwalk convert named.csv no.rwg --memory 2M 2>&1 | sed 's/[0-9.]* MB/N MB/'
printf '1 2\n3\n' | riwalk convert - no.rwg --memory 30M
# Compressed lists, of two streams one after the other, and of frames of zstd.
{ head -n 90000 named.csv | gzip && tail -n +90001 named.csv | gzip; } >two.csv.gz
python3 - <<'END'
text = open("named.csv", "rb").read()
with open("named.csv.zst", "wb") as file:
    for at in range(0, len(text), 100000):
        part = text[at : at + 100000]
        file.write(b"\x28\xb5\x2f\xfd\0" + bytes([7 << 3]) + (len(part) << 3 | 1).to_bytes(3, "little") + part)
END
for in in two.csv.gz named.csv.zst; do
    riwalk convert "$in" packed.rwg --memory 30M -q
    cmp whole.rwg packed.rwg && echo "$in: the same"
done
# A file cut short, whose lines go on nowhere, or that has none at all.
gzip -c g.txt | head -c 20000 >cut.gz
{ cat g.txt && printf '1 2\n3\n'; } >short.txt
head -c 20000000 /dev/zero | tr '\0' 1 >long.txt
echo '# nothing' >none.txt
each 'convert --memory 30M' 'cut.gz no.rwg' 'short.txt no.rwg' 'long.txt no.rwg' 'none.txt no.rwg'
ls

# A signal leaves nothing.
mkdir ended
riwalk generate rmat --scale 22 --edges-per-node 16 --memory 20M -q -o ended/g.rwg 2>message &
stop TERM 'ls -A ended | grep -q tmp'
cat message
ls -A ended
