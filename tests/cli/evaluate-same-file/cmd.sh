# Results never replace what is read: the ids beside NumPy vectors and a list of nodes count, too.
riwalk generate karate -o g.txt --labels labels.txt
for out in '-o v.npy' '--to npy -o w'; do
    riwalk embed g.txt -d 2 --walks 2 --epochs 1 --no-metadata $out
done
printf '1\n' >list
mkdir kept
cp * kept 2>/dev/null
each cluster 'v.npy -k 2 -o v.ids' 'w -k 2 -o w.ids'
each 'holes g.txt' 'v.npy --constraints v.ids' 'v.npy --node-list list --constraints list' '--node-list list --constraints list'
each 'classify v.npy labels.txt' '--write-splits v.ids' '--predict ./v.ids'
each plot 'v.npy --places v.ids -o x.svg' 'v.npy --to svg -o v.ids' '--graph g.txt --node-list list --places list -o x.svg'
for file in *; do
    [ "$file" = kept ] || cmp "$file" "kept/$file"
done
# A place that cannot be written is found out before the work: these vectors cannot even be read.
echo x >bad.txt
each '' 'cluster bad.txt -k 2 -o no/such/file' 'holes bad.txt --constraints no/such/file'
