# What is refused, and nothing is written then.
riwalk generate karate -o club.txt -q
riwalk generate rmat --scale 18 --edges-per-node 1 -o large.rwg -q
printf '1 2\nother 1 0\n' >other.txt
each 'report club.txt' '' '-o club.txt' '--prefix club -o page.html' '-k 100 -o page.html' 'other.txt -o page.html' \
    '-o page.pdf' '-o /dev/full'
try report - - -o page.html <club.txt
try report large.rwg -o page.html
try track club.txt club.txt --report page.png
(ulimit -t 10 && try track large.rwg large.rwg --report page.html)
ls
