# What is refused, and nothing is written then.
riwalk generate karate -o club.txt -q
riwalk report club.txt
echo $?
riwalk report club.txt -o club.txt
echo $?
riwalk report club.txt --prefix club -o page.html
echo $?
riwalk report - - -o page.html <club.txt
echo $?
riwalk report club.txt -k 100 -o page.html
echo $?
printf '1 2\nother 1 0\n' >other.txt
riwalk report club.txt other.txt -o page.html
echo $?
riwalk generate rmat --scale 18 --edges-per-node 1 -o large.rwg -q
riwalk report large.rwg -o page.html
echo $?
riwalk report club.txt -o page.pdf
echo $?
riwalk track club.txt club.txt --report page.png
echo $?
riwalk report club.txt -o /dev/full
echo $?
ls
