# Ids of 60 KB that are not UTF-8 take no longer in JSON than others: what grows with the square of
# the length takes half a minute for each. Characters beside the wrong bytes, which become U+FFFD,
# stay.
id=$(head -c 60000 /dev/zero | tr '\0' '\377')
printf '1 2\n2 3\n3 caf\303\251%s\n%s 1\n' "$id" "$id" >g.txt
riwalk embed g.txt -o v.npy --dimensions 2 --walks 2 --walk-length 4 -q
timeout 20 riwalk nearest v.npy "$id" --json >nearest.json || echo "nearest: $?"
timeout 20 riwalk describe g.txt -k 1 --json >describe.json || echo "describe: $?"
timeout 20 riwalk explain g.txt "$id" --json >explain.json || echo "explain: $?"
for file in nearest describe explain; do
    tr -dc '\275' <$file.json | wc -c
    tr -dc '[:print:]\303\251' <$file.json | grep -ao '"café' | sort -u
done
