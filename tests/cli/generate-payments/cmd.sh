# Payments against their definition: arcs by role, amounts, noise.
cat >check.py <<'END'
import collections

MARKETS = 40


def read(name):
    return {tuple(map(int, line.split()[:2])): float(line.split()[2]) for line in open(name) if line[0] != "#"}


def sums(arcs, side):
    counts, amounts = collections.Counter(), collections.Counter()
    for arc, amount in arcs.items():
        counts[arc[side]] += 1
        amounts[arc[side]] += amount
    return counts, amounts


arcs, noisy = read("payments"), read("noisy")
role = {int(node): name for node, name in (line.split() for line in open("roles"))}
(outs, paid), (ins, got) = sums(arcs, 0), sums(arcs, 1)
assert len(role) == 50 * MARKETS and len(arcs) == 249 * MARKETS and all(u != v for u, v in arcs)
to = collections.defaultdict(list)
for u, v in arcs:
    to[u].append(v)
arcs_of = {"customer": (7, 2), "relay": (2, 2), "launderer": (2, 2), "mule": (1, 1)}
assert all((outs[u], ins[u]) == arcs_of.get(name, (outs[u], ins[u])) for u, name in role.items())
# Of 240 hubs a few have drawn few arcs of one side.
hubs = sum(ins[u] > 2 * outs[u] if name == "collector" else name == "distributor" and ins[u] < 2 * outs[u] for u, name in role.items())
assert hubs > 220, hubs
# Amounts alone tell launderers from relays; mules pass on most of what they get, to the next or at last to a distributor.
for u, name in role.items():
    if name in ("launderer", "relay"):
        assert (10000 <= got[u] <= 40000) if name == "launderer" else (100 <= got[u] <= 400)
        assert paid[u] == got[u] * 97 // 100 and all(role[v] == "distributor" for v in to[u])
    if name == "mule":
        assert got[u] * 0.9 - 1 < paid[u] <= got[u] * 0.96
        assert role[to[u][0]] == "distributor" or (role[to[u][0]] == "mule" and to[u][0] == u + 1)
assert sum(name == "mule" and role[to[u][0]] == "distributor" for u, name in role.items()) == MARKETS
# Moved arcs keep their tail and their amount; repetitions, of which one stays, are rare.
counts, amounts = sums(noisy, 0)
assert all(counts[u] < outs[u] or (counts[u] == outs[u] and amounts[u] == paid[u]) for u in role)
assert len(noisy) >= len(arcs) - 20
# Their number is within five deviations of the share.
assert abs(len(arcs.keys() - noisy) - 0.05 * len(arcs)) < 5 * (0.05 * 0.95 * len(arcs)) ** 0.5
END
for seed in 1 2 3; do
    riwalk generate transactions --markets 40 --seed $seed --labels roles -o payments -q
    riwalk generate transactions --markets 40 --seed $seed --noise 0.05 -o noisy -q
    python3 check.py
done
