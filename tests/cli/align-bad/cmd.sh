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
true
