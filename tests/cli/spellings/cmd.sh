# Every way of writing the same command line.
riwalk generate grid --rows 2 --columns 3 -o out.txt
cat out.txt
for line in \
    '--rows=2 --columns=3 grid --output=out2.txt' \
    '-oout2.txt --rows 2 --columns 3 -- grid' \
    '--rows 9 --rows 2 grid --columns 3 --workers 2 -qvo out2.txt'; do
    rm -f out2.txt
    riwalk generate $line
    cmp out.txt out2.txt && echo same
done
riwalk -q info --input out.txt --json >json1
riwalk info --json -- out.txt | cmp json1 - && echo same
riwalk info -- --json
