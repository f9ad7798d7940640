// SPDX-License-Identifier: MIT
// Profiles: how often a node's walks meet nodes of each degree class at each distance.

const Profiles = (() => {
    const {starts, entries, shares, roles} = data.profiles;
    const share = (at) => (shares[at] / 255) ** 2;

    // [{role, share}], the largest share first.
    function of(node) {
        const list = [];
        for (let at = starts[node]; at < starts[node + 1]; at++)
            list.push({role: entries[at], share: share(at)});
        return list;
    }

    const means = new Float64Array(roles.length);
    for (let at = 0; at < entries.length; at++)
        means[entries[at]] += share(at) / data.count;

    // What two nodes share, and what only one of them has: a role of which the other has less than
    // a tenth as much.
    function compare(a, b) {
        const other = new Map(of(b).map((entry) => [entry.role, entry.share]));
        const rows = of(a).map(({role, share: mine}) => {
            const theirs = other.get(role) || 0;
            other.delete(role);
            return {role, a: mine, b: theirs};
        });
        for (const [role, theirs] of other)
            rows.push({role, a: 0, b: theirs});
        const by = (value) => (x, y) => value(y) - value(x);
        const isBoth = (row) => Math.min(row.a, row.b) > 0.1 * Math.max(row.a, row.b);
        return {
            rows: rows.sort(by((row) => Math.max(row.a, row.b))),
            common: rows.reduce((sum, row) => sum + Math.min(row.a, row.b), 0),
            both: rows.filter(isBoth).sort(by((row) => Math.min(row.a, row.b))),
            onlyA: rows.filter((row) => !isBoth(row) && row.a > row.b).sort(by((row) => row.a)),
            onlyB: rows.filter((row) => !isBoth(row) && row.b > row.a).sort(by((row) => row.b)),
        };
    }

    const degreeClass = (degree) => 31 - Math.clz32(degree + 1);
    const classRange = (number) => {
        const low = 2 ** number - 1, high = 2 ** (number + 1) - 2;
        return low === high ? String(low) : `${low}–${high}`;
    };
    let mostClass = 0;
    for (const degree of data.degrees)
        mostClass = Math.max(mostClass, degreeClass(degree));

    return {of, compare, roles, means, degreeClass, classRange, mostClass};
})();
