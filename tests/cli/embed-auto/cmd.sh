# What auto and presets become, by graph, model and what was typed; and what views are written as.
riwalk generate karate -q -o g.txt
awk '{ print $1, $2, NR % 5 + 1 }' g.txt >w.txt
options() { # NAMES WORDS...
    names=$1
    shift
    echo "== $*"
    riwalk embed "$@" -o v.txt --show-options | grep -E -e "^--($names) "
}
for words in g.txt 'g.txt --trainer factor' 'g.txt --trainer factor --save-model m.rwm' 'g.txt w.txt --trainer factor' \
    'g.txt --method node2vec' 'g.txt --method deepwalk' 'g.txt --method struc2vec'; do
    options 'walks|walk-length|role-anchor' $words
done
for preset in best roles; do
    for words in '' --directed --weighted '--directed --weighted'; do
        options 'views|weighting' w.txt --preset $preset $words
    done
done
# Relative classes where roles are to mean the same in other graphs, and there alone; what is typed stays.
for words in g.txt 'g.txt w.txt' 'g.txt --save-model m.rwm' 'g.txt --save-model m.rwm --role-anchor both' 'g.txt --role-anchor keep'; do
    options 'degree-classes|class-base|norm|measures|views' $words --trainer factor --views auto --measures auto
    options 'degree-classes|class-base|norm' $words --trainer factor --views auto --degree-classes log --class-base 1.25 --norm 7
done
# A preset is a list of values; others before and after it have their own.
for words in '--trainer factor' '--trainer factor --views auto --measures auto --weighting auto' ''; do
    riwalk embed g.txt -o v.txt --seed 7 $words --show-options >typed
    for preset in paper fast best; do
        riwalk embed g.txt -o v.txt --seed 7 --preset $preset --show-options | cmp -s - typed && echo "$preset is '$words'"
    done
done
for views in sp wl sp:4:2:keep,wl:max:none:drop,rw-sp:1:1.1:keep wl:2:1.5:drop:share rw-wl:max:none:keep,rw-sp:1:3:keep:log; do
    options views g.txt --trainer factor --views $views
done
echo '== nonsense'
each 'embed g.txt -o v.txt --trainer factor --views' sp: sp:0 sp:65 sp:4:1 sp:4:2:x sp:4:2, xx:4:2 sp:4:2:keep:1 sp:4:none:keep:share \
    sp:4:2:keep:auto sp:4:2:keep: sp:4:2:keep:share: sp,sp,sp,sp,sp,sp,sp,sp,sp
each 'embed g.txt -o v.txt' '--walks 4294967295' '--walk-length 0' --epochs= '--epochs 99999999999999999999999' \
    '--seed 18446744073709551616' '--alpha nan' '--alpha 0x1p-3' '--trainer sgd' '--memory lots' '--heat-scales 1,,2 --method graphwave'
