riwalk generate karate -o karate.txt
riwalk generate karate | cmp - karate.txt
riwalk generate karate -o - | riwalk convert - - | cmp - karate.txt
riwalk convert - copy.txt <karate.txt
cmp copy.txt karate.txt
riwalk convert karate.txt /dev/stdout | cmp - karate.txt
riwalk convert karate.txt - >redirected.txt
cmp redirected.txt karate.txt
gzip -c karate.txt | riwalk convert - - | cmp - karate.txt
ls
