# A write that fails is a failure, whoever makes it, and leaves nothing behind.
riwalk generate karate -o karate.txt
for words in --help man 'generate karate' 'info karate.txt' 'info --json karate.txt' 'generate karate -o graph.txt --labels -' \
    'walks karate.txt' 'walks karate.txt -o -' 'roles karate.txt' 'roles karate.txt --json' 'explain karate.txt 1 2' \
    'explain karate.txt 1 --json'; do
    riwalk $words >/dev/full
    echo "status $?: $words"
done
each '' 'generate karate -o /dev/full' 'generate karate -o graph.txt --labels /dev/full' 'walks karate.txt -o /dev/full'
riwalk info karate.txt >&-
# A limit on the size of files is a failing write.
(ulimit -f 20 && try generate erdos-renyi --nodes 20000 -o big.txt)
ls -A
# A reader that stops reading ends the writer soon: status 1, not a death by SIGPIPE.
(
    riwalk generate grid --rows 1000 --columns 1000
    echo "status $?" >&2
) | head -n 1
