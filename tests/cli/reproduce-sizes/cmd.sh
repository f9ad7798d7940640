# Graphs for scaling go by their sizes, and no classifier is looked at.
scaling() {
    riwalk reproduce scaling --out out --methods riwalk-sp "$@" \
        --embed-options='--dimensions 4 --walks 1 --epochs 1'
    echo "status $?"
}
sizes() { sed -n 's/.*"dataset": "\(.*\)",/\1/p' out/results-scaling.json | uniq; }
scaling --datasets 100,1000
sizes
scaling --datasets 1000
sizes
scaling --datasets 1000,100 --C 5 --balanced --normalize unit
sizes
grep -E '^Ours|classifier' out/results-scaling.md
scaling --datasets 100000 --largest 10000
scaling --datasets 1000000,1 --largest 10000
scaling --largest 50
