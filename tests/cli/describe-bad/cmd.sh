riwalk generate barbell --labels labels -o barbell -q
riwalk embed barbell --preset roles -o vectors -q
printf 'a b\n' >other
printf '0 x y\n1 x\n' >several
: >empty
printf '3\n4\n' >nodes
mkdir folder && cp barbell folder/barbell
each describe '' 'other vectors' 'empty --node-list nodes'
each 'describe barbell' '-o -' '-o barbell' '-k 100' '--prefix x' '--labels several' '--labels nothing' '--also -' \
    '--also other -o other' '--also folder/barbell'
riwalk describe - - <barbell
