riwalk generate karate -o karate.txt
printf 'Alice Bob\nBob Carol\n' >names.txt
each 'explain karate.txt' '' 99 01 '1 0' node '1 2 3'
each 'explain names.txt' alice Carrol Zacharias
try explain - 35 <karate.txt
