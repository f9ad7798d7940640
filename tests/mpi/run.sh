#!/bin/sh
# SPDX-License-Identifier: MIT
# riwalk-mpi makes the bytes of riwalk embed for any number of ranks, says one sentence where something
# is wrong, leaves no output then, and goes on with what was finished.
#
#   tests/mpi/run.sh RIWALK RIWALK-MPI MPIRUN
set -eu
riwalk=$1 mpi=$2 mpirun=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

fail() {
    echo "run.sh: $*" >&2
    [ ! -f err ] || cat err >&2
    exit 1
}

# ranks N OPTIONS...: embeds on N ranks; what it says is in `err`.
ranks() {
    n=$1
    shift
    timeout 120 "$mpirun" -n "$n" "$mpi" embed "$@" >out 2>err
}

same() {
    for ending in npy ids npy.json; do
        cmp "$1.$ending" "$2.$ending" || fail "$3: other bytes"
    done
}

# refused STATUS SENTENCE N OPTIONS...: one sentence, once, and no output.
refused() {
    expected=$1 sentence=$2
    shift 2
    status=0
    ranks "$@" || status=$?
    [ "$status" = "$expected" ] || fail "status $status, not $expected: $sentence"
    [ "$(grep -c "^riwalk.*$sentence" err)" = 1 ] || fail "said more or less than once: $sentence"
    [ ! -e no.npy ] || fail "there is output: $sentence"
}

"$riwalk" generate barabasi-albert --nodes 1200 --edges-per-node 2 -o graph.txt -q
"$riwalk" generate karate -o club.txt -q

# ---- The same bytes ----

"$riwalk" embed graph.txt -o factor.npy -q --trainer factor
"$riwalk" embed graph.txt -o best.npy -q --preset best -d 64
"$riwalk" embed graph.txt -o skipgram.npy -q --walks 2 --epochs 1 -d 16
for n in 1 4 7; do
    ranks "$n" graph.txt -o r.npy --trainer factor -v || fail "$n ranks failed"
    same factor r "factor, $n ranks"
    [ "$n" != 4 ] || cp err traffic
    ranks "$n" graph.txt -o r.npy --walks 2 --epochs 1 -d 16 || fail "$n ranks failed"
    same skipgram r "skip-gram, $n ranks"
done
ranks 3 graph.txt -o r.npy --preset best -d 64 || fail "3 ranks failed"
same best r "best"
"$riwalk" embed graph.txt club.txt -o two.npy -q --trainer factor --save-model two.rwm
ranks 2 graph.txt club.txt -o r.npy --trainer factor --save-model r.rwm || fail "two graphs failed"
same two r "two graphs"
cmp two.rwm r.rwm || fail "another model"
"$riwalk" generate transactions --markets 8 --noise 0.05 -o payments.txt -q
awk '!/^#/ { print $1, $1 % 3 ? "shop" : "person" }' payments.txt | sort -u >types.txt
for options in '--preset best' '--trainer factor --method riwalk-wl --steps weight' '--walks 2 --epochs 1'; do
    # shellcheck disable=SC2086 # several words
    set -- payments.txt --directed --weighted --node-types types.txt -d 16 $options
    "$riwalk" embed "$@" -o paid.npy -q
    ranks 3 "$@" -o r.npy || fail "3 ranks failed: $options"
    same paid r "directions, weights and types, $options"
done

# ---- As many bytes as docs/scale.md says ----

roles=$(sed -n 's/.*"roles": \([0-9]*\).*/\1/p' factor.npy.json)
awk -v c="$roles" '/rank 0 has added up/ {
    added = $7 * 1e6
    most = 4 * c * (c + 1) + 48 * c + 8 * 4 * 4 + 1000 # Gram, shares, questions
    if (added > most || added < 48 * c) { print "added up " added ", not " most; exit 1 }
    found = 1
} END { exit !found }' traffic || fail "traffic"

# ---- One sentence ----

refused 1 'cannot open missing.txt' 3 missing.txt -o no.npy
refused 2 'several processes write .npy' 3 graph.txt -o no.txt
refused 2 'only the riwalk methods' 2 graph.txt -o no.npy --method deepwalk
refused 1 'cannot write none/no.npy' 2 graph.txt -o none/no.npy
mkdir small
if mount -t tmpfs -o size=300k none small 2>/dev/null; then # only root can
    refused 1 'cannot write small/no.npy: No space' 2 graph.txt -o small/no.npy --trainer factor
    umount small
fi
refused 1 'the memory limit' 2 graph.txt -o no.npy --trainer factor --memory 1M

# Hosts with different instruction sets agree on the least.
timeout 120 "$mpirun" -n 1 "$mpi" embed graph.txt -o r.npy -q --trainer factor : \
    -n 1 env RIWALK_ISA=scalar "$mpi" embed graph.txt -o r.npy -q --trainer factor
grep -q '"isa": "scalar"' r.npy.json || fail "not the least instruction set"

# Two versions: the same program, with another number in it.
version=$("$riwalk" --version | cut -d ' ' -f 2)
LC_ALL=C sed "s/$(echo "$version" | sed 's/[.]/[.]/g')/${version%?}x/g" "$mpi" >other
chmod +x other
status=0
timeout 120 "$mpirun" -n 1 "$mpi" embed graph.txt -o no.npy : -n 2 ./other embed graph.txt -o no.npy >out 2>err ||
    status=$?
[ "$status" = 1 ] || fail "status $status of two versions"
[ "$(grep -c 'rank 0 runs riwalk .*, and rank 1 .*: all must run the same' err)" = 1 ] || fail "two versions"

# Two ranks with different options.
for other in '--seed 2' '--method riwalk-wl' --directed '--node-types types.txt'; do
    status=0
    # shellcheck disable=SC2086 # two words
    timeout 120 "$mpirun" -n 1 "$mpi" embed graph.txt -o no.npy --trainer factor : \
        -n 1 "$mpi" embed graph.txt -o no.npy --trainer factor $other >out 2>err || status=$?
    [ "$status" = 1 ] || fail "status $status of ranks with and without $other"
    [ "$(grep -c "rank 1 has '.*, and rank 0 '.*: all must have the same\|reads the graph with options other than rank 0's: start all" err)" = 1 ] || fail "$other"
    [ ! -e no.npy ] || fail "there is output of ranks with and without $other"
done

# The first only estimates, and is not waited for.
status=0
timeout 120 "$mpirun" -n 1 "$mpi" embed graph.txt --estimate : -n 1 "$mpi" embed graph.txt -o no.npy >out 2>err || status=$?
[ "$status" = 1 ] || fail "status $status of ranks with and without --estimate"
[ "$(grep -c 'only some ranks were started with --estimate' err)" = 1 ] || fail "--estimate"

# ---- A rank, or the whole job, is ended: nonzero, no output, no temporary file but of a kill; others go on ----

# ended SIGNAL WHO FOLDER: a job that is ended by a signal to mpirun or to the last rank, while it keeps its work.
ended() {
    "$mpirun" -n 3 "$mpi" embed large.txt -o no.npy -q --trainer factor --work "$3" --threads 1 >out 2>err &
    job=$!
    for _ in $(seq 600); do
        [ "$(find "$3" -name '*.rwp' 2>/dev/null | wc -l)" -lt 20 ] || break
        sleep 0.1
    done
    victim=$job
    [ "$2" = mpirun ] || victim=$(pgrep -f "^$mpi embed large.txt" | tail -n 1)
    kill -s "$1" "$victim"
    ! wait "$job" || fail "$1 to the $2 does not end the job"
    [ ! -e no.npy ] || fail "there is output after $1 to the $2"
    [ "$1" = KILL ] || [ -z "$(find . -name '.riwalk-*')" ] || fail "a temporary file is left after $1 to the $2"
    [ "$(find "$3" -name '*.rwp' | wc -l)" -ge 20 ] || fail "finished work is not kept after $1 to the $2"
}

"$riwalk" generate erdos-renyi --nodes 40000 --degree 8 -o large.txt -q
ended TERM rank first
ended TERM mpirun second
ended KILL rank kept
"$riwalk" embed large.txt -o one.npy -q --trainer factor
ranks 2 large.txt -o r.npy --trainer factor --work kept || fail "cannot go on"
same one r "after a kill"
