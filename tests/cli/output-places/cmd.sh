# Every file that a command writes keeps the mode of the one it replaces, goes where a symbolic link
# leads, there or not yet, and may have a name of 250 letters. What cannot be written is found out
# before the work.
riwalk generate karate -o graph.txt --labels labels.txt -q
riwalk embed graph.txt -o vectors.txt --epochs 1 --walks 5 --dimensions 4 --no-metadata -q
head -n 20 labels.txt >some.txt
name=$(printf '%0250d' 0 | tr 0 x)

# try NAME COMMAND...: the command gets the place to write as its last word.
try() {
    what=$1
    shift
    : >old && chmod 600 old
    ln -s new link
    for place in old link "$name"; do
        riwalk "$@" "$place" -q >table || echo "$what: $place failed"
    done
    [ "$(stat -c %a old)" = 600 ] || echo "$what: mode $(stat -c %a old)"
    [ -L link ] && cmp link old && cmp "$name" old
    [ "$(cat old | wc -c)" -gt 10 ] && echo "$what"
    rm -f old link new "$name"
    mkdir folder
    riwalk "$@" none/file -q >table && echo "$what: none/file?"
    riwalk "$@" folder -q >>table && echo "$what: folder?"
    rmdir folder
    [ ! -s table ] || echo "$what: the work was done"
}

try generate generate karate -o
try labels generate karate -o graph.txt --labels
try convert convert graph.txt --to rwg
try vectors embed graph.txt --epochs 1 --walks 5 --dimensions 4 --no-metadata --to text -o
try model embed graph.txt --trainer factor --walks 5 -o v.txt --save-model
try clusters cluster vectors.txt -k 2 -o
try splits classify vectors.txt labels.txt --ratios 0.5 --repeats 1 --write-splits
try predict classify vectors.txt some.txt --ratios 0.5 --repeats 1 --predict
try holes holes graph.txt --constraints
try places plot vectors.txt -o plot.svg --places
try plot plot vectors.txt --to svg -o
try walks walks graph.txt --walks 2 -o
# A report has times in it: no two are equal.
: >old && chmod 600 old
riwalk embed graph.txt --epochs 1 --walks 5 -o v.txt --report old -q
riwalk embed graph.txt --epochs 1 --walks 5 -o v.txt --report "$name" -q
stat -c %a old
grep -c user_seconds old "$name" | sed 's/xx*:/name:/'
riwalk cluster vectors.txt -k 2 -q -o "$name$name" 2>&1 | sed 's/xxx*/name/'
(umask 027 && riwalk generate karate -o fresh -q && stat -c %a fresh)
ls -A | grep tmp
true
