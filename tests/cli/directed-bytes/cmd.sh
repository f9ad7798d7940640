# Directed and weighted runs have the same bytes in any ranges of nodes.
riwalk generate transactions --markets 4 --noise 0.05 -o payments.txt -q

for options in '--method riwalk-sp' '--method riwalk-wl --steps weight' '--preset roles'; do
    riwalk embed payments.txt --directed --weighted -d 16 --trainer factor $options -o whole.npy --save-model whole.rwm -q
    rm -f *.rwp rows*
    for range in 0:33 33:120 120:200; do
        riwalk profiles payments.txt --directed --weighted -d 16 $options --anchors $range -o "part${range%:*}.rwp" -q
    done
    riwalk fit *.rwp --save-model fitted.rwm -q && cmp fitted.rwm whole.rwm
    for range in 0:33 33:120 120:200; do
        riwalk transform fitted.rwm payments.txt --directed --weighted --anchors $range -o "rows${range%:*}.npy" -q
    done
    riwalk concat rows0.npy rows33.npy rows120.npy -o joined.npy -q && cmp joined.npy whole.npy && echo "ranges: $options"
done
