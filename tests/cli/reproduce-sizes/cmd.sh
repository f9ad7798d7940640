# Graphs for scaling: sizes are named with or without commas, and no classifier is looked at.
scale() {
    riwalk reproduce scaling --out out --methods riwalk-sp "$@" \
        --embed-options='--dimensions 4 --walks 1 --epochs 1'
    echo "status $?"
}
sizes() { sed -n 's/.*"dataset": "\(.*\)",/\1/p' out/results-scaling.json | uniq; }
scale --datasets 100,1000
sizes
scale --datasets 1,000
sizes
scale --datasets 1,000,100 --C 5 --balanced --normalize unit
sizes
grep -E '^Ours|classifier' out/results-scaling.md
# 100,000 is one graph, not two.
scale --datasets 100,000 --largest 10000
scale --datasets 1000000,1 --largest 10000
scale --largest 50
