# What cannot be trained on.
: >empty.txt
printf 'a b\n' >corpus.txt
each train 'empty.txt -o v.txt' 'missing.txt -o v.txt'
each 'train corpus.txt' '' '-o corpus.txt' '-o v.txt --min-count 5' '-o no/v.txt' '-o v.txt --alpha 0.01 --min-alpha 0.02'
ls
