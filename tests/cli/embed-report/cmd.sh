# What a run took; the figures are of this machine, so only whether they can be true is looked at.
riwalk generate karate -o karate.txt -q
riwalk embed karate.txt -o v.txt --epochs 1 --report report.json
sed 's/: ["0-9a-f.e-]*/: N/' report.json
awk -F '[:,]' '/peak_memory/ && ($2 < 1e6 || $2 > 1e10) { print "memory?", $2 }' report.json
# It must not take the place of what is read, and a place that cannot be written is found out first.
riwalk embed karate.txt -o v.txt --report karate.txt
riwalk embed karate.txt -o w.txt --report none/report.json
test ! -e w.txt && echo 'nothing written'
# What a method does not have is left out.
for words in '--trainer factor --walks 5' '--method graphwave' '--method deepwalk --epochs 1 --walks 5'; do
    riwalk embed karate.txt -o v.txt --report report.json -q $words
    echo "$words:" $(sed -n 's/.*"\(.*\)":.*/\1/p' report.json)
done
