# What people are used to write means the same.
riwalk generate karate -o karate.txt
same() {
    riwalk walks karate.txt $1 -o one.txt
    riwalk walks karate.txt $2 -o two.txt
    cmp one.txt two.txt && echo "same: $2"
}
same '' '--method riwalk-sp --radius 4 --walks 80 --walk-length 10 --seed 1 --role-anchor keep'
same '' '--flag sp --until-k 4 --num-walks 80 --class-base 2 --workers 2'
same '--method riwalk-wl --no-discount' '--flag wl --without-discount'
same '--method riwalk-rw-sp' '--flag rwsp'
same '--method riwalk-rw-wl' '--method rw-wl'
same '--radius max' '--radius 64' # the club's diameter is 5
riwalk walks --input karate.txt --output three.txt --radius max
cmp three.txt two.txt && echo 'same: --input --output'
for other in '--method wl' '--radius 1' '--no-discount' '--class-base 3' '--role-anchor drop' \
    '--seed 2'; do
    riwalk walks karate.txt $other -o other.txt
    cmp -s other.txt three.txt || echo "differs: $other"
done
