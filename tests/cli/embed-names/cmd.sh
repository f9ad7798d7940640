# Ids that a format cannot hold are refused before the work; another format is named. A file of ids is not one of gzip.
printf 'New York\tb\n' >spaces.txt
printf '# Ids\n\037\213o\tb\n' >packed.txt
printf 'b,"c\rd"\n' >inside.csv
printf 'b,"a\r"\n' >last.csv
for file in spaces.txt packed.txt inside.csv last.csv; do
    each "embed $file --trainer factor -d 2 -q --no-metadata -o" s.txt s.bin s.npy s.tsv s.csv
    ls s.* 2>/dev/null
    rm -f s.*
done
