printf '1 2\n2 3\n3 1\n3 4\n' >a.txt
printf '1 2\n' >pair.txt
printf '9 1\n' >known.txt
printf '# nothing\n' >empty.txt
riwalk align a.txt
riwalk align a.txt a.txt --known known.txt
riwalk align a.txt empty.txt
riwalk align a.txt a.txt -o a.txt
riwalk align - - </dev/null
riwalk align a.txt a.txt -n 21
printf '<graphml><graph edgedefault="directed"><node id="1"/><node id="2"/><edge source="1" target="2"/></graph></graphml>' >d.graphml
riwalk align a.txt d.graphml
printf '1 red\n2 red\n3 red\n4 blue\n' >a.types
printf '1 up\n2 down\n3 up\n4 up\n' >b.types
riwalk align a.txt a.txt --node-types a.types --match-types b.types
riwalk align a.txt a.txt --match-types b.types
printf '# nobody\n' >nobody.txt
riwalk align a.txt a.txt --known nobody.txt
printf '1 1\n2 1\n' >twice.txt
riwalk align a.txt a.txt --known twice.txt
printf '1 2\n' >lonely.types
riwalk align a.txt a.txt --node-types lonely.types
true
