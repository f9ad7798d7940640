printf '4 1\na 1\nb 2\nc 1\nd 2\n' >vectors.txt
printf '2 1\na 1\nb 1\n' >same.txt
printf '1 2\na 1 2\n' >one.txt
printf '3 1\na 1\nb 2\nc 3\n' >three.txt
printf '2 1\na 1\nb nan\n' >nan.txt
printf 'a b\n' >graph.txt
try() {
    riwalk plot "$@"
    echo "status $?"
}
try
try vectors.txt
try -o x.svg
try vectors.txt -o x.gif
try vectors.txt -o x
try vectors.txt -o -
try vectors.txt -o vectors.txt --to svg
try vectors.txt --places vectors.txt -o x.svg
try vectors.txt -k 2 --labels vectors.txt -o x.svg
try --graph graph.txt -k 2 -o x.svg
try vectors.txt -k 3 -o x.svg
try - --graph - -o x.svg
try missing.txt -o x.svg
try nan.txt -o x.svg
try same.txt -o x.svg
try one.txt -o x.svg
try three.txt --projection tsne -o x.svg
try vectors.txt --projection umap -o x.svg
try vectors.txt --perplexity 0.5 -o x.svg
try vectors.txt --width 50 -o x.svg
try vectors.txt -o no/x.svg
try vectors.txt --graph missing.txt -o x.svg
riwalk generate erdos-renyi --nodes 6000 -o large.txt
try --graph large.txt -o x.svg
printf 'x y\n' >other.txt
try vectors.txt --graph other.txt -o x.svg
try vectors.txt --labels other.txt -o x.svg
try vectors.txt -o /dev/full --to svg
# Options that would have no effect.
try vectors.txt --perplexity 10 -o x.svg
try vectors.txt --theta 0 -o x.svg
try vectors.txt --exaggeration 4 -o x.svg
try vectors.txt --iterations 10 -o x.svg
try vectors.txt --graph graph.txt --projection tsne -o x.svg
try --graph graph.txt --projection tsne -o x.svg
try --graph graph.txt --perplexity 10 -o x.svg
try --graph graph.txt --normalize unit -o x.svg
try vectors.txt --prefix a -o x.svg
try vectors.txt --header no -o x.svg
try --graph graph.txt --weighted -o x.svg
try --graph graph.txt --directed -o x.svg
try vectors.txt --resolution 3 -o x.svg
try vectors.txt --seed 5 -o x.svg
# Other places than those of the picture, before the work.
try nan.txt --places no/p -o x.svg
try vectors.txt --places x.svg -o x.svg
ls
