# Results never replace what is read: the ids beside NumPy vectors and a list of nodes count, too.
riwalk generate karate -o g.txt --labels labels.txt
riwalk embed g.txt -d 2 --walks 2 --epochs 1 --no-metadata -o v.npy
riwalk embed g.txt -d 2 --walks 2 --epochs 1 --no-metadata --to npy -o w
printf '1\n' >list
mkdir kept
cp * kept 2>/dev/null
try() {
    riwalk "$@" >out
    echo "status $?, $(wc -c <out) bytes of results"
}
try cluster v.npy -k 2 -o v.ids
try cluster w -k 2 -o w.ids
try holes g.txt v.npy --constraints v.ids
try holes g.txt v.npy --node-list list --constraints list
try holes g.txt --node-list list --constraints list
try classify v.npy labels.txt --write-splits v.ids
try classify v.npy labels.txt --predict ./v.ids
try plot v.npy --places v.ids -o x.svg
try plot v.npy --to svg -o v.ids
try plot --graph g.txt --node-list list --places list -o x.svg
rm out
for file in *; do
    [ "$file" = kept ] || cmp "$file" "kept/$file"
done
# A place that cannot be written is found out before the work: these vectors cannot even be read.
echo x >bad.txt
try cluster bad.txt -k 2 -o no/such/file
try holes bad.txt --constraints no/such/file
