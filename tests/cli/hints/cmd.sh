# Mistakes that have a usual remedy are answered with it.
printf 'a b\nb c\nc a\nc d\n' >usa.txt
printf 'a b\nb c\nc d\nd e\n' >eu.txt
printf 'a 1\nb 2\nc 1\nd 2\n' >labels.txt
riwalk embed usa.txt eu.txt -o both.txt -d 2 -q
riwalk embed usa.txt -o vectors.npy -d 2 -q
try() {
    riwalk "$@"
    echo "status $?"
}
try nearest both.txt d
try nearest both.txt z
try classify both.txt labels.txt
try cluster both.txt --labels labels.txt --prefix us
try transfer both.txt labels.txt labels.txt
try transfer both.txt labels.txt labels.txt --train-prefix usa
try holes usa.txt both.txt
try plot both.txt --graph usa.txt -o x.svg
riwalk embed usa.txt -o vectors.txt -d 3 -q
try classify labels.txt both.txt
try classify labels.txt vectors.txt
try classify labels.txt vectors.npy
printf '1 0\n2 1\n3 0\n' >numbers.txt
try classify numbers.txt vectors.txt
try holes both.txt usa.txt
mv vectors.ids elsewhere
try classify vectors.npy labels.txt
# Formats that are not read.
printf '<?xml version="1.0"?>\n<graphml>\n' >xml
printf '\n<graphml>\n' >graphml
printf 'graph [\n  node [\n' >gml
printf '{"nodes": []}\n' >json
for file in xml graphml gml json; do
    try info "$file"
done
