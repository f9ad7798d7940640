printf '4 1\na 1\nb 2\nc 1\nd 2\n' >vectors.txt
try() {
    riwalk cluster "$@" >out
    echo "status $?, $(wc -c <out) bytes of results"
}
try vectors.txt -k 0
try vectors.txt -k 5
try vectors.txt -k 3
try - -k 2 --labels -
try vectors.txt -k 2 --prefix z
try vectors.txt -k 2 -o -
try vectors.txt -k 2 -o vectors.txt
printf 'a x y\nb x\n' >several.txt
try vectors.txt -k 2 --labels several.txt
