riwalk generate karate -o karate.txt
riwalk explain karate.txt 12
riwalk explain karate.txt 1 --top 3
riwalk explain karate.txt 33 --method riwalk-wl --radius 2 --top 3
riwalk explain karate.txt 33 --role-anchor drop --top 2
# A number that begins with a dash follows "--".
printf -- '-5 3\n3 4\n' >negative.txt
riwalk explain negative.txt -5
riwalk explain negative.txt -- -5
