# One sentence each, and status 1.
mkdir folder
: >empty.txt
printf '1 2\n3\n' >one-id.txt
printf '1 2 x\n' >weight.txt
printf '1 2\n2 3\n' | gzip | head -c 20 >cut.txt.gz
printf '1 2\n' >fine.txt
each info missing.txt folder empty.txt one-id.txt '--weighted --header no weight.txt' cut.txt.gz \
    'fine.txt --node-list missing.txt' '--node-list - -'
printf '1 2\n3\n' | riwalk info -
