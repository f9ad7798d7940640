# Mistakes that have a usual remedy are answered with it.
printf 'a b\nb c\nc a\nc d\n' >usa.txt
printf 'a b\nb c\nc d\nd e\n' >eu.txt
printf 'a 1\nb 2\nc 1\nd 2\n' >labels.txt
printf '1 0\n2 1\n3 0\n' >numbers.txt
riwalk embed usa.txt eu.txt -o both.txt -d 2 -q
riwalk embed usa.txt -o vectors.npy -d 2 -q
riwalk embed usa.txt -o vectors.txt -d 3 -q
each '' 'nearest both.txt d' 'nearest both.txt z' 'classify both.txt labels.txt' 'cluster both.txt --labels labels.txt --prefix us' \
    'transfer both.txt labels.txt labels.txt' 'transfer both.txt labels.txt labels.txt --train-prefix usa' \
    'holes usa.txt both.txt' 'plot both.txt --graph usa.txt -o x.svg' 'holes both.txt usa.txt'
each classify 'labels.txt both.txt' 'labels.txt vectors.txt' 'labels.txt vectors.npy' 'numbers.txt vectors.txt'
mv vectors.ids elsewhere
try classify vectors.npy labels.txt
# Formats that are not read.
printf '<?xml version="1.0"?>\n<graphml>\n' >xml
printf '\n<graphml>\n' >graphml
printf 'graph [\n  node [\n' >gml
printf '{"nodes": []}\n' >json
each info xml graphml gml json
