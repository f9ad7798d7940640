# Nodes of shapes and barbells have the same label exactly when colour refinement never tells them apart. It begins with the
# triangles of each node, without which it takes the path of a barbell with cliques of 3 and a path of 2 for another triangle.
cat >refine.py <<'END'
import collections, sys

edges = [tuple(map(int, line.split())) for line in open("graph") if line[0] != "#"]
label = dict(line.split() for line in open("labels"))
near = collections.defaultdict(set)
for u, v in edges:
    near[str(u)].add(str(v))
    near[str(v)].add(str(u))
color = {u: sum(len(near[u] & near[v]) for v in near[u]) for u in label}
for _ in label:
    seen = {u: (color[u], tuple(sorted(color[v] for v in near[u]))) for u in label}
    number = {it: place for place, it in enumerate(sorted(set(seen.values())))}
    color = {u: number[it] for u, it in seen.items()}
for u in label:
    for v in label:
        if (color[u] == color[v]) != (label[u] == label[v]):
            print(u, label[u], v, label[v])
if "--counts" in sys.argv:
    for (name, degree), count in sorted(collections.Counter((label[u], len(near[u])) for u in label).items()):
        print(name, "degree", degree, "nodes", count)
END
for words in 'shapes --shapes 1' 'shapes --shapes 3' 'barbell --clique 2 --path 0' 'barbell --clique 3 --path 2' 'barbell --clique 5 --path 7'; do
    echo "$words"
    riwalk generate $words -o graph --labels labels -q
    python3 refine.py "$(echo "$words" | sed 's/shapes.*/--counts/')"
done
