# Weights of lines that repeat an edge: the largest, or their sum, in whole cents; what info says of them.
printf '%s\n' 'a b 167772.17' 'b a 167772.18' 'a b 0.01' 'b c 5' 'c c 1' >pay.txt
for how in max sum; do
    echo "== $how"
    riwalk convert --weighted --duplicates $how pay.txt -
    riwalk convert --weighted --directed --duplicates $how pay.txt pay.rwg -q
    riwalk convert pay.rwg -
    riwalk info pay.rwg | grep -E 'directed|reciprocity|weights'
done
riwalk info pay.txt --weighted --directed --json | sed -n '/"reciprocity"/,/}/p'
riwalk convert --weighted --duplicates mean pay.txt -
echo "== weights that cannot be"
for bad in -1 0 inf nan 1e39; do
    printf 'a b 1\nb c %s\n' $bad >bad.txt
    riwalk info --weighted bad.txt
done
echo "== directions that a file has"
printf '%%%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n' >general.mtx
printf '{"directed": true, "nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2}]}' >arcs.json
riwalk info general.mtx | grep directed
riwalk info --directed general.mtx | grep directed
riwalk info arcs.json | grep directed
riwalk info --undirected arcs.json | grep directed
echo "== what a table of payments hears"
printf '%s\n' 'payer,payee,amount,type' 'a,b,1,card' 'a,b,2,card' 'b,c,3,cash' >table.csv
riwalk describe table.csv >out
riwalk describe table.csv --directed --weighted >out
riwalk info table.csv --directed --weighted --duplicates sum | grep -E 'nodes|total|duplicates|columns'
printf '%s\n' 'date,payer,payee,amount' '1,2,3,4' >dated.csv
riwalk info dated.csv
exit 0
