printf '1 2\n2 3\n3 1\n3 4\n' >a.txt
printf '1 2\n' >pair.txt
printf '9 1\n' >known.txt
printf '# nothing\n' | tee empty.txt >nobody.txt
printf '1 1\n2 1\n' >twice.txt
printf '1\n' >half.txt
printf '1 red\n2 red\n3 red\n4 blue\n' >a.types
printf '1 up\n2 down\n3 up\n4 up\n' >b.types
printf '1 2\n' >lonely.types
printf '<graphml><graph edgedefault="directed"><node id="1"/><node id="2"/><edge source="1" target="2"/></graph></graphml>' >d.graphml
each align a.txt '- -' 'a.txt empty.txt' 'a.txt d.graphml'
each 'align a.txt a.txt' '--known known.txt' '-o a.txt' '-n 21' '--node-types a.types --match-types b.types' \
    '--match-types b.types' '--known nobody.txt' '--known twice.txt' '--known half.txt' '--node-types lonely.types'
