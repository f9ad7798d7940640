# Names of version 0.1 are names no more: a close one is offered, where there is one.
riwalk generate karate -o g.txt -q
for words in 'embed g.txt -o a.txt --sample 0' 'embed g.txt -o a.txt --transform log' \
    'embed g.txt -o a.txt --method graphwave --scales 1,2' 'embed g.txt -o a.txt --preset none' \
    'embed g.txt -o a.txt --wavelets exact' 'embed g.txt -o a.txt --discount-base 2' \
    'info g.txt --nodes g.txt' 'walks g.txt --nodes -o a.walks' 'cluster a.txt -k 3 --scale unit' \
    'cluster a.txt -k 3 --sample 5' 'reproduce'; do
    riwalk $words
    echo "status $?"
done
ls
