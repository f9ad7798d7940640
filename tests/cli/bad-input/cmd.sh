# One sentence each, and status 1.
try() {
    riwalk info "$@" >out
    echo "status $?, $(wc -c <out) bytes of results"
}
try missing.txt
mkdir folder
try folder
: >empty.txt
try empty.txt
printf '1 2\n3\n' >one-id.txt
try one-id.txt
printf '1 2 x\n' >weight.txt
try --weighted --header no weight.txt
printf '1 2\n2 3\n' | gzip | head -c 20 >cut.txt.gz
try cut.txt.gz
printf '1 2\n' >fine.txt
try fine.txt --node-list missing.txt
try --node-list - -
printf '1 2\n3\n' | riwalk info -
