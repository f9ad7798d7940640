riwalk generate karate -o karate.txt
riwalk generate karate | cmp - karate.txt
riwalk generate karate -o - | riwalk convert - - | cmp - karate.txt
riwalk convert - copy.txt <karate.txt
cmp copy.txt karate.txt
riwalk convert karate.txt /dev/stdout | cmp - karate.txt
riwalk convert karate.txt - >redirected.txt
cmp redirected.txt karate.txt
{ dd bs=4 count=1 status=none && riwalk convert - -; } <karate.txt | cmp - karate.txt # a part was read before
gzip -c karate.txt | riwalk convert - - | cmp - karate.txt
ls
