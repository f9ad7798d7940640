printf '1 2\n2 3\n3 1\n' >a.txt
printf '4 5\n5 6\n' >b.txt
printf '# nothing\n' >empty.txt
printf '1 2 5\n2 3 soon\n' >times.txt
printf '1 2 5\n2 3 6\n' >one.txt
riwalk track a.txt
riwalk track a.txt b.txt
riwalk track a.txt empty.txt
riwalk track a.txt a.txt --window 7d
riwalk track a.txt a.txt --growing
riwalk track times.txt --window 7d
riwalk track one.txt --window 7d
riwalk track one.txt --window soon
riwalk track one.txt --window 7d --time-column 2
riwalk track one.txt --window 7d --time-column when
riwalk track a.txt a.txt -o a.txt
riwalk track a.txt a.txt -o -
riwalk track a.txt a.txt --plot picture.jpg
riwalk track empty.txt --window 7d
riwalk track a.txt a.txt --report -
riwalk track a.txt a.txt --report a.txt
riwalk track a.txt a.txt --report nowhere/page.html
riwalk track a.txt a.txt -o both --report both
printf '1 2 5\n2 3 2026-01-01\n' >mixed.txt
riwalk track mixed.txt --window 1
printf '{"edges": [{"source": 1, "target": 2, "when": 5},\n{"source": 2, "target": 3}]}' >times.json
riwalk track times.json --window 1
riwalk track times.json --window 1 --time-column when
true
