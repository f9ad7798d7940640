printf '1 2\n2 3\n3 1\n' >a.txt
printf '4 5\n5 6\n' >b.txt
printf '# nothing\n' >empty.txt
printf '1 2 5\n2 3 soon\n' >times.txt
printf '1 2 5\n2 3 6\n' >one.txt
printf '1 2 5\n2 3 2026-01-01\n' >mixed.txt
printf '{"edges": [{"source": 1, "target": 2, "when": 5},\n{"source": 2, "target": 3}]}' >times.json
printf '{"directed": true, "edges": [{"source": 1, "target": 2}]}' >arcs.json
each track a.txt 'a.txt b.txt' 'a.txt empty.txt' 'a.txt arcs.json'
each 'track a.txt a.txt' '--window 7d' --growing '-o a.txt' '-o -' '--plot picture.jpg' '--report -' '--report a.txt' \
    '--report nowhere/page.html' '-o both --report both'
each track 'times.txt --window 7d' 'empty.txt --window 7d' 'mixed.txt --window 1' 'times.json --window 1' \
    'times.json --window 1 --time-column when'
each 'track one.txt --window' 7d soon '7d --time-column 2' '7d --time-column when'
# Ids are in the first two columns; only the first line may be a header.
printf 'when,a,b\n5,a,b\n9,b,c\n' >first.csv
printf 'when,from,to\n5,a,b\n9,b,c\n' >elsewhere.csv
printf 'a,b,when\na,b,NaN\nb,c,5\n' >second.csv
each track 'first.csv --window 1 --time-column when' 'elsewhere.csv --window 1 --time-column when' 'second.csv --window 1'
