# A graphics card that is not there: cuda is an error that says what is missing, and nothing is
# written; auto runs on the CPU, says so, and makes the same bytes. Where there is a card, bench/gpu
# has more to say.
[ ! -e /dev/nvidiactl ] || skip 'there is a graphics card'
riwalk generate karate -o graph.txt
set -- embed graph.txt --walks 10 --trainer factor --no-metadata
riwalk "$@" -o there.npy --device cuda 2>error.txt
echo "$?"
grep -o '^riwalk: device cuda needs' error.txt
wc -l <error.txt
ls
riwalk "$@" -q -o cpu.npy --device cpu
riwalk "$@" -o auto.npy --device auto
cmp cpu.npy auto.npy && echo the same
riwalk walks graph.txt -q --walks 1 --device auto | wc -l
riwalk embed graph.txt -o there.npy --method deepwalk --device cuda
riwalk embed graph.txt -o there.npy --device gpu
