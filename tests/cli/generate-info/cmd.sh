# The small kinds are known by heart.
for kind in karate karate-mirrored 'barbell --clique 5 --path 3' 'grid --rows 3 --columns 4' \
    'shapes --shapes 2'; do
    echo "== $kind"
    riwalk generate $kind | riwalk info - | grep -v '^memory\|^checksum'
done
riwalk generate karate --labels sides.txt
tr '\n' ' ' <sides.txt
riwalk generate karate-mirrored --labels images.txt -o mirrored.txt
awk '{ print $1 % 34 ? $1 % 34 : 34, $2 }' images.txt | awk '$1 != $2'
{ riwalk generate karate | grep -v '#' && riwalk generate karate | awk '!/#/ { print $1 + 34, $2 + 34 }' && echo 1 35; } | sort >both
sort mirrored.txt | cmp - both
