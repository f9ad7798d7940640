riwalk generate barbell --clique 3 --path 1 -o barbell.txt
riwalk explain barbell.txt 0 --radius 2 --json
riwalk explain barbell.txt 0 1 --radius 2 --json --top 1
# JSON is UTF-8, whatever the id is.
printf 'caf\303\251 b\ncaf\351 b\n' >names.txt
riwalk explain names.txt "$(printf 'caf\303\251')" --top 1 --json | head -n 3
riwalk explain names.txt "$(printf 'caf\351')" --top 1 --json | head -n 3
