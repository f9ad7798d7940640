#!/bin/sh
# SPDX-License-Identifier: MIT
# What is particular to Windows, in wine: sourced by run.sh, which gives check, there and the folders.
# shellcheck disable=SC2154 # those of run.sh
zig=$(find "$top/build/venv-cross/" -type f -path '*/ziglang/zig')

# make NAME SOURCE [LIBRARY...]: a program. -s as in the build, or zig would make its C library once more.
make() {
    name=$1
    shift
    "$zig" cc -target "$target" -O2 -s -I include "$@" -lpthread -lpsapi -lshell32 -o "$scratch/files/$name.exe"
}

# in_wine PROGRAM ARGUMENTS...
in_wine() {
    (cd "$scratch/files" && "$wine" "$@")
}

long_path() {
    folder=$(printf 'a%.0s' $(seq 100))
    folder=$folder/$folder/$folder/$folder
    mkdir -p "$scratch/files/$folder" && cp "$scratch/files/club.txt" "$scratch/files/$folder/in.txt" &&
        there convert "$folder/in.txt" "$folder/out.rwg" && there convert "$folder/out.rwg" back.txt &&
        cmp "$scratch/files/club.txt" "$scratch/files/back.txt"
}

odd_names() {
    mkdir -p "$scratch/files/Größe und Maß" && cp "$scratch/files/club.txt" "$scratch/files/Größe und Maß/граф 图.txt" &&
        there embed 'Größe und Maß/граф 图.txt' -o 'Größe und Maß/вектор.npy' --trainer factor &&
        there embed club.txt -o plain.npy --trainer factor &&
        cmp "$scratch/files/plain.npy" "$scratch/files/Größe und Maß/вектор.npy" &&
        there info 'nicht da ü.txt' 2>&1 | grep 'nicht da ü.txt: No such file'
}

backslashes() {
    mkdir -p "$scratch/files/b" && there generate karate -o 'b\karate.txt' && there embed 'b\karate.txt' -o 'b\v.npy' &&
        [ -f "$scratch/files/b/v.ids" ] && [ -z "$(find "$scratch/files" -name '*.tmp')" ]
}

line_ends() {
    sed 's/$/\r/' "$scratch/files/club.txt" >"$scratch/files/crlf.txt"
    there convert crlf.txt lf.txt && cmp "$scratch/files/club.txt" "$scratch/files/lf.txt" &&
        there convert - lf.txt <"$scratch/files/crlf.txt" && cmp "$scratch/files/club.txt" "$scratch/files/lf.txt" &&
        there convert club.txt - >"$scratch/out.txt" && cmp "$scratch/files/club.txt" "$scratch/out.txt"
}

full_disk() {
    ! there generate karate -o /dev/full 2>"$scratch/said" && grep -i 'no space left' "$scratch/said" &&
        ! there info club.txt >/dev/full 2>"$scratch/said" && grep 'cannot write to standard output' "$scratch/said"
}

# The file stays as it was, and nothing is left beside it.
open_file() {
    echo before >"$scratch/files/held.txt"
    ! in_wine helper.exe held.txt "$built/riwalk.exe" generate karate -o held.txt 2>"$scratch/said"
    cat "$scratch/said"
    grep -q 'another program has it open' "$scratch/said" && [ "$(cat "$scratch/files/held.txt")" = before ] &&
        [ -z "$(find "$scratch/files" -name '*.tmp')" ] &&
        there generate karate -o held.txt && cmp "$scratch/files/held.txt" "$scratch/karate.txt"
}

# interrupted COMMAND...: wine makes Ctrl-C of the signal. 58 is the last byte of the status that Windows gives.
interrupted() {
    rm -rf "$scratch/files/out" && mkdir "$scratch/files/out"
    "$here" generate barabasi-albert --nodes 5000 -o "$scratch/files/graph.txt" || return 1
    (cd "$scratch/files" && exec env --default-signal=INT "$wine" "$built/riwalk.exe" "$@" --progress always) 2>"$scratch/said" &
    for _ in $(seq 200); do
        ! grep -q '/s' "$scratch/said" || break
        sleep 0.1
    done
    ls -A "$scratch/files/out"
    kill -INT $!
    wait $!
    status=$?
    cat "$scratch/said"
    [ $status = 58 ] && grep -q 'riwalk: interrupted' "$scratch/said" && [ -z "$(ls -A "$scratch/files/out")" ]
}

program() {
    make own_identifier examples/own_identifier.c "$built/src/libriwalk.a" &&
        make own_trainer examples/own_trainer.c "$built/src/libriwalk.a" &&
        in_wine own_identifier.exe club.txt | grep 'distance 1: ' && in_wine own_trainer.exe club.txt trained.txt &&
        [ "$("$here" nearest "$scratch/files/trained.txt" 34 -n 1 | tail -n 1 | cut -f 2)" = 68 ]
}

"$here" generate karate -o "$scratch/karate.txt"
for case in $cases; do
    check "$case" tests/cli/run.sh "$scratch/riwalk" "$case"
done
check 'a path of 400 characters' long_path
check 'spaces and letters beyond ASCII in paths' odd_names
check 'backslashes in paths' backslashes
check 'lines that end in CR LF' line_ends
check 'a full disk' full_disk
check 'programs to test with' make helper tests/platforms/helper.c
check 'output over a file that is open' open_file
check 'Ctrl-C while training' interrupted embed graph.txt -o out/v.txt --epochs 100000
check 'Ctrl-C while a file is written' interrupted walks graph.txt -o out/walks.txt --walks 5000
check 'programs over the library' program
