# Names of earlier versions do what their followers do, and say so once, unless --quiet is given.
riwalk generate shapes --shapes 2 -o g.txt --labels labels.txt -q
printf '1\n500\n' >more.txt
small='--walks 2 --epochs 1 --dimensions 8'
same() {
    cmp "$1" "$2" && echo "the same: $1"
}
riwalk embed g.txt -o a.txt $small --sample 0 --nodes more.txt --no-metadata
riwalk embed g.txt -o b.txt $small --subsample 0 --node-list more.txt --no-metadata -q
same a.txt b.txt
riwalk embed g.txt -o a.txt --trainer factor --walks 5 --transform log --no-metadata
riwalk embed g.txt -o b.txt --trainer factor --walks 5 --weighting log --no-metadata -q
same a.txt b.txt
riwalk embed g.txt -o a.txt --method graphwave --scales 1,2 --wavelets exact --no-metadata
riwalk embed g.txt -o b.txt --method graphwave --heat-scales 1,2 --no-metadata -q
same a.txt b.txt
riwalk walks g.txt --walks 1 --nodes -o a.walks
riwalk walks g.txt --walks 1 --as-nodes -o b.walks -q
same a.walks b.walks
riwalk cluster b.txt -k 3 --scale unit --sample 5 >a.table
riwalk cluster b.txt -k 3 --normalize unit --silhouette-sample 5 >b.table
same a.table b.table
riwalk classify b.txt labels.txt --ratios 0.9 --repeats 2 --scale unit --json >a.json
riwalk classify b.txt labels.txt --ratios 0.9 --repeats 2 --normalize unit --json >b.json
same a.json b.json
riwalk classify b.txt labels.txt --ratios 0.9 --repeats 2 --scale=unit --json -q | cmp - b.json
# A command that moved out of the program says where it is.
for words in 'reproduce' 'reproduce within --quick' 'help reproduce'; do
    riwalk $words
    echo "status $?"
done
# What is wrong is called as it was typed.
riwalk embed g.txt -o a.txt --sample 2
