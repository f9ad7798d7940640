# Nothing is left behind where the output cannot be written.
riwalk generate karate -o no/such/folder/out.txt
: >file
riwalk generate karate -o file/out.txt
mkdir folder
riwalk generate karate -o folder
ls -A . folder
