# Names of version 0.1 are names no more: a close one is offered, where there is one.
riwalk generate karate -o g.txt -q
each 'embed g.txt -o a.txt' '--sample 0' '--transform log' '--method graphwave --scales 1,2' '--preset none' \
    '--wavelets exact' '--discount-base 2'
each '' 'info g.txt --nodes g.txt' 'walks g.txt --nodes -o a.walks' 'cluster a.txt -k 3 --scale unit' \
    'cluster a.txt -k 3 --sample 5' reproduce
ls
