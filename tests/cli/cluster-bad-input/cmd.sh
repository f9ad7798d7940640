printf '4 1\na 1\nb 2\nc 1\nd 2\n' >vectors.txt
printf 'a x y\nb x\n' >several.txt
each 'cluster vectors.txt' '-k 0' '-k 5' '-k 3' '-k 2 --prefix z' '-k 2 -o -' '-k 2 -o vectors.txt' '-k 2 --labels several.txt'
try cluster - -k 2 --labels -
