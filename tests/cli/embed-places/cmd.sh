# The files beside OUT: none of them may destroy what is read, nor stand beside what is no file.
riwalk generate karate -o g.txt
set -- --walks 2 --epochs 1 --dimensions 2
printf '1\n99\n' >g.ids
riwalk embed g.txt --node-list g.ids -o g.npy "$@"
cat g.ids
cp g.txt v.txt.json
riwalk embed v.txt.json -o v.txt "$@"
mkdir w.txt.json
riwalk embed g.txt -o w.txt "$@"
riwalk embed g.txt -o /dev/null "$@" && echo fine
each "embed g.txt $*" '-o /dev/full' '-o /dev/null --to npy'
riwalk embed g.txt -o /dev/stdout "$@" | head -n 1
riwalk embed g.txt -o /dev/stdout "$@" >kept.txt && head -n 1 kept.txt
ls /dev/null.json /dev/full.json /dev/null.ids /dev/stdout.json 2>/dev/null
riwalk embed g.txt -o packed.npy.gz "$@"
riwalk embed g.txt -o packed.bin.gz "$@" && riwalk nearest packed.bin.gz 34 -n 1 | cut -f 1
# All or nothing, also where a file may not grow any more.
(ulimit -f 20 && riwalk embed g.txt -o large.npy --epochs 0 --dimensions 1024)
riwalk nearest - 1 <packed.bin.gz -n 1 | cut -f 1
ls -A
