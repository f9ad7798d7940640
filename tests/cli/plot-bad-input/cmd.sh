printf '4 1\na 1\nb 2\nc 1\nd 2\n' >vectors.txt
printf '2 1\na 1\nb 1\n' >same.txt
printf '1 2\na 1 2\n' >one.txt
printf '3 1\na 1\nb 2\nc 3\n' >three.txt
printf '2 1\na 1\nb nan\n' >nan.txt
printf 'a b\n' >graph.txt
printf 'x y\n' >other.txt
riwalk generate erdos-renyi --nodes 6000 -o large.txt
each plot '' '-o x.svg' '--graph graph.txt -k 2 -o x.svg' '- --graph - -o x.svg' 'missing.txt -o x.svg' 'nan.txt -o x.svg' \
    'same.txt -o x.svg' 'one.txt -o x.svg' 'three.txt --projection tsne -o x.svg' '--graph large.txt -o x.svg'
each 'plot vectors.txt' '' '-o x.gif' '-o x' '-o -' '-o vectors.txt --to svg' '--places vectors.txt -o x.svg' '-o no/x.svg' \
    '-o /dev/full --to svg'
each 'plot vectors.txt -o x.svg' '-k 2 --labels vectors.txt' '-k 3' '--projection umap' '--width 50' \
    '--projection tsne --perplexity 0.5' '--projection tsne --theta -0.5' '--projection tsne --iterations 0' \
    '--graph missing.txt' '--graph other.txt' '--labels other.txt'
# Options that would have no effect.
each 'plot vectors.txt -o x.svg' '--perplexity 10' '--theta 0' '--exaggeration 4' '--iterations 10' \
    '--graph graph.txt --projection tsne' '--prefix a' '--header no' '--resolution 3' '--seed 5'
each 'plot --graph graph.txt -o x.svg' '--projection tsne' '--perplexity 10' '--normalize unit' --weighted --directed
# Other places than those of the picture, before the work.
each plot 'nan.txt --places no/p -o x.svg' 'vectors.txt --places x.svg -o x.svg'
ls
