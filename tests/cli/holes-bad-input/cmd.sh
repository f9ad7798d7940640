printf '0 1\n1 2\n' >graph.txt
printf '3 1\n0 1\n1 0\n2 1\n' >vectors.txt
printf '2 1\nx 1\ny 2\n' >others.txt
printf '1 1\n1 1\n' >one.txt
each holes graph.txt '- -'
each 'holes graph.txt vectors.txt' '' '--top 0' --directed '--constraints -' '--constraints graph.txt'
each 'holes graph.txt' others.txt one.txt
# Options that would have no effect.
each 'holes graph.txt --constraints c.txt' --json '--prefix z'
