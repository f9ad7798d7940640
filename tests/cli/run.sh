#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs tests of the command: tests/cli/CASE/cmd.sh, beside what it must print and return.
#
#     tests/cli/run.sh [--update] RIWALK [CASE ...]      (all cases when none is named)
#
# Each script runs in a fresh, empty folder with the command in PATH as "riwalk" and functions.sh read. Its output must
# equal expected.stdout and expected.stderr (no file: nothing), its exit status expected.status (no
# file: 0). What commands say at their end about files that they wrote holds seconds: it is left out
# of stderr, and looked at by the case "wrote". A script that ends with 77 cannot run here and is
# skipped. --update writes these files from what happened instead: read the difference that git shows
# before you commit it.
set -u

update=no
if [ "${1-}" = --update ]; then
    update=yes
    shift
fi
if [ $# -eq 0 ]; then
    echo "usage: run.sh [--update] RIWALK [CASE ...]" >&2
    exit 2
fi
riwalk=$(realpath "$1") || exit 2
shift
cases=$(cd "$(dirname "$0")" && pwd)
if [ $# -eq 0 ]; then
    for folder in "$cases"/*/; do
        set -- "$@" "$(basename "$folder")"
    done
fi

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM HUP
mkdir "$scratch/bin" && ln -s "$riwalk" "$scratch/bin/riwalk" || exit 1

# What the machine or the user set must not show in the output.
PATH=$scratch/bin:$PATH LC_ALL=C RIWALK_ISA=scalar
LSAN_OPTIONS=suppressions=$cases/../lsan.supp:print_suppressions=0
export PATH LC_ALL RIWALK_ISA LSAN_OPTIONS

# compare CASE NAME FALLBACK: what happened against what is expected.
compare() {
    expected=$cases/$1/expected.$2
    if [ ! -e "$expected" ]; then
        expected=$scratch/fallback
        printf '%s' "$3" >"$expected"
    fi
    diff -u --label "expected $2" --label "actual $2" "$expected" "$scratch/$2"
}

# keep CASE NAME FALLBACK: makes what happened the expectation; no file for the fallback.
keep() {
    printf '%s' "$3" >"$scratch/fallback"
    if cmp -s "$scratch/fallback" "$scratch/$2"; then
        rm -f "$cases/$1/expected.$2"
    else
        cp "$scratch/$2" "$cases/$1/expected.$2"
    fi
}

failed=0 skipped=0
for case; do
    rm -rf "$scratch/work" && mkdir "$scratch/work" || exit 1
    (cd "$scratch/work" && exec sh -c '. "$0/functions.sh" && . "$0/$1/cmd.sh"' "$cases" "$case" \
        >"$scratch/stdout" 2>"$scratch/stderr" </dev/null)
    echo $? >"$scratch/status"
    sed -i '/^riwalk: wrote .* in [0-9.:]* [a-z]*$/d' "$scratch/stderr"
    if [ "$(cat "$scratch/status")" = 77 ]; then
        echo "skipped: $case $(tail -n 1 "$scratch/stderr")"
        skipped=$((skipped + 1))
        continue
    fi
    if [ $update = yes ]; then
        keep "$case" stdout ''
        keep "$case" stderr ''
        keep "$case" status '0
'
        continue
    fi
    wrong=0
    compare "$case" stdout '' || wrong=1
    compare "$case" stderr '' || wrong=1
    compare "$case" status '0
' || wrong=1
    if [ $wrong -ne 0 ]; then
        echo "FAILED: $case"
        failed=$((failed + 1))
    fi
done
[ $failed -eq 0 ] || exit 1
[ $skipped -ne $# ] || exit 77
