riwalk generate barbell --labels labels -o barbell -q
riwalk embed barbell --preset roles -o vectors -q
riwalk describe
echo $?
riwalk describe barbell -o -
echo $?
riwalk describe barbell -o barbell
echo $?
riwalk describe barbell -k 100
echo $?
riwalk describe barbell --prefix x
echo $?
riwalk describe - - <barbell
echo $?
printf 'a b\n' >other
riwalk describe other vectors
echo $?
printf '0 x y\n1 x\n' >several
riwalk describe barbell --labels several
echo $?
riwalk describe barbell --labels nothing
echo $?
: >empty
printf '3\n4\n' >nodes
riwalk describe empty --node-list nodes
echo $?
riwalk describe barbell --also -
echo $?
riwalk describe barbell --also other -o other
echo $?
mkdir folder && cp barbell folder/barbell
riwalk describe barbell --also folder/barbell
echo $?
