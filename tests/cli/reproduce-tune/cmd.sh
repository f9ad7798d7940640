# The grid: the best figure is never below that of the defaults, which are part of the grid.
mkdir data
riwalk generate shapes --shapes 4 -o data/expressway.edgelist --labels labels.txt -q
awk '{ print $1, $2 ~ /hub/ ? 0 : $2 ~ /fan/ ? 1 : $2 ~ /star/ ? 2 : 3 }' labels.txt \
    >data/expressway-geo.group
riwalk reproduce expressway --data data --out out --datasets geo --methods riwalk-sp-factor --tune \
    --embeddings 1 --repeats 3 --embed-options='--dimensions 4 --walks 4'
echo "status $?"
cut -d , -f 1-4,8 out/results-expressway.csv
awk -F , '$4 == "default" { usual = $9 } $4 == "best" && $9 < usual { print "not the best" }' \
    out/results-expressway.csv
grep '^| riwalk' out/results-expressway.md | cut -d '|' -f 2,3

# A setting with commas is one field of the table.
riwalk reproduce expressway --data data --out out --datasets geo --methods graphwave --tune \
    --embeddings 1 --repeats 1 --embed-options='--dimensions 16' -q
grep -c '"--heat-scales [0-9.]*,[0-9.,]*"' out/results-expressway.csv
awk -F , '{ gsub(/"[^"]*"/, "quoted") } NF != 14 { print "fields:", $0 }' out/results-expressway.csv

# Every method and every setting of its grid runs.
awk 'BEGIN { for (i = 0; i < 8; i++) print i, (i + 1) % 8; print 0, 2; print 4, 6 }' >data/expressway.edgelist
awk 'BEGIN { for (i = 0; i < 8; i++) print i, i % 4 == 3 }' >data/expressway-geo.group
riwalk reproduce expressway --data data --out all --datasets geo --tune --embeddings 1 --repeats 1 \
    --embed-options='--dimensions 16'
