# Neighbours by cosine, as a table and as JSON.
printf '4 2\na 1 0\nb 2 0.1\nc 0 1\nd -1 0\n' >v.txt
riwalk nearest v.txt a
riwalk nearest v.txt a c -n 1 --json
riwalk nearest v.txt nobody
riwalk nearest v.txt
riwalk nearest missing.txt a
riwalk nearest v.txt a -n 0
printf '1 2\na 1 x\n' >bad.txt
riwalk nearest bad.txt a
