# Options without a meaning are usage errors (2); graphs that do not fit are failures (1). No case
# leaves a file.
riwalk generate karate -o karate.txt
awk 'BEGIN { for (leaf = 1; leaf <= 40000; leaf++) print 0, leaf }' >star.txt
each 'walks karate.txt -o new' '--walks 0' '--walk-length 0' '--walk-length 10001' '--radius 0' '--radius 65' '--radius -1' \
    '--radius most' '--class-base 1' '--class-base nan' '--class-base 3 --no-discount' '--method riwalk' \
    '--role-anchor away' '--walks 4000000 --walk-length 1000' '--as-nodes karate.txt'
each '' 'roles karate.txt --walks 0' 'explain karate.txt 1 --radius 0' 'explain karate.txt 1 --top 0'
each walks 'star.txt -o new --method riwalk-wl --no-discount' 'karate.txt -o no/such/folder/new' 'missing.txt -o new'
ls
