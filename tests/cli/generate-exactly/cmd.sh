# Barbells of two cliques with a path between them, and grids, of all small sizes, by their definitions.
for clique in 2 3 4 9; do
    for path in 0 1 2 7; do
        riwalk generate barbell --clique $clique --path $path --labels labels -q | grep -v '#' | sort -n -k 1 -k 2 >made
        awk -v c=$clique -v p=$path 'BEGIN { second = c + p; nodes = second + c
            for (u = 0; u < nodes; u++) for (v = u + 1; v < nodes; v++)
                if (v < c || u >= second || (u >= c - 1 && v <= second && v == u + 1)) print u, v }' | sort -n -k 1 -k 2 | cmp - made
        awk -v c=$clique -v p=$path '{ from = $1 - c + 1; to = c + p - $1; near = from < to ? from : to
            if ($2 != (near < 0 ? "clique" : near == 0 ? "bridge" : "path-" near)) print c, p, $0 }' labels
    done
done
for rows in 1 2 3 6; do
    for columns in 1 2 5 6; do
        riwalk generate grid --rows $rows --columns $columns --labels labels -q | grep -v '#' | sort -n -k 1 -k 2 >made
        awk -v r=$rows -v c=$columns 'BEGIN { for (u = 0; u < r * c; u++) { if ((u + 1) % c) print u, u + 1; if (u + c < r * c) print u, u + c } }' |
            sort -n -k 1 -k 2 | cmp - made
        awk -v r=$rows -v c=$columns '{ y = int($1 / c); x = $1 % c; ends = (y == 0 || y == r - 1) + (x == 0 || x == c - 1)
            split("inside edge corner", name, " "); if ($2 != name[1 + ends]) print r, c, $0 }' labels
    done
done
