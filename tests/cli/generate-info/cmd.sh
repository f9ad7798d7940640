# The small kinds are known by heart.
for kind in karate karate-mirrored 'barbell --clique 5 --path 3' 'grid --rows 3 --columns 4' \
    'shapes --shapes 2'; do
    echo "== $kind"
    riwalk generate $kind | riwalk info - | grep -v '^memory\|^checksum'
done
