# Neighbours by cosine, as a table and as JSON.
printf '4 2\na 1 0\nb 2 0.1\nc 0 1\nd -1 0\n' >v.txt
printf '1 2\na 1 x\n' >bad.txt
each nearest 'v.txt a' 'v.txt a c -n 1 --json' 'v.txt nobody' v.txt 'missing.txt a' 'v.txt a -n 0' 'bad.txt a'
