# Compressed by extension; "-" and nothing at all are standard output.
command -v zstd >/dev/null || skip 'there is no zstd'
riwalk generate karate -o karate.txt
riwalk walks karate.txt -o walks.txt
riwalk walks karate.txt -o walks.txt.gz
riwalk walks karate.txt -o walks.txt.zst
gzip -dc walks.txt.gz | cmp - walks.txt && echo same
zstd -qdc walks.txt.zst | cmp - walks.txt && echo same
riwalk walks karate.txt | cmp - walks.txt && echo same
riwalk walks karate.txt -o - | cmp - walks.txt && echo same
ls
