# Metadata tell which vectors they belong to. That the files of a run appear together: unit.file_sets, faults.
riwalk generate karate -o graph.txt -q
mkdir old new
embed() {
    riwalk embed graph.txt --walks 5 --epochs 1 --dimensions 4 --save-model m.rwm -o v.npy -q "$@"
}
(cd new && cp ../graph.txt . && embed --seed 2)
embed --seed 1
cp v.* m.rwm old

# As kills between the renames would leave it, in their order.
cp old/* .
for file in v.npy.json m.rwm v.ids v.npy; do
    cp new/$file .
    echo "$file is new:"
    riwalk nearest v.npy 1 -n 1 >/dev/null 2>message && echo 'read'
    sed 's/checksum [^)]*/.../' message
done
# Other files of the same vectors are as good; vectors without metadata are taken as they are.
rm v.npy.json
riwalk cluster v.npy -k 2 >/dev/null && echo 'read'
embed --seed 2 -o v.txt
gzip -k v.txt
cp v.txt.json v.txt.gz.json
riwalk nearest v.txt.gz 1 -n 1 >/dev/null && echo 'read'
sed -i '5s/[1-9]/0/' v.txt
riwalk nearest v.txt 1 -n 1 2>message || sed 's/checksum [^)]*/.../' message
riwalk nearest - 1 -n 1 <v.txt >/dev/null && echo 'read'
grep -c saved_model_checksum v.txt.json

# Damaged metadata are not taken for none.
printf '{"options": 1' >v.npy.json
riwalk concat -q v.npy -o w.npy
echo "status $?"
for text in '[]' 5 '{"riwalk": "0.3.0"}' '{"riwalk": "0.3.0", "vectors_checksum": null}'; do
    echo "$text" >v.npy.json
    riwalk nearest v.npy 1
    echo "status $?"
done
echo '{"who": "another program"}' >v.npy.json
riwalk nearest v.npy 1 -n 1 >/dev/null && echo 'read'

# A pipe in the place of metadata or ids is not waited for.
rm v.npy.json
for file in v.npy.json v.ids; do
    rm -f $file
    mkfifo $file
    for command in 'nearest v.npy 1' 'concat -q v.npy -o w.npy'; do
        timeout -k 5 20 riwalk $command
        echo "status $?"
    done
    rm $file
done
