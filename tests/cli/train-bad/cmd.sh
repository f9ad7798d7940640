# What cannot be trained on.
: >empty.txt
riwalk train empty.txt -o v.txt
riwalk train missing.txt -o v.txt
printf 'a b\n' >corpus.txt
riwalk train corpus.txt
riwalk train corpus.txt -o corpus.txt
riwalk train corpus.txt -o v.txt --min-count 5
riwalk train corpus.txt -o no/v.txt
riwalk train corpus.txt -o v.txt --alpha 0.01 --min-alpha 0.02
ls
