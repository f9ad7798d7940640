#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh RIWALK FOLDER: the examples do what they say, on two karate clubs that mirror each other.
set -eu
riwalk=$1 folder=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$riwalk" generate karate-mirrored -o "$scratch/club.txt"
"$folder/own_identifier" "$scratch/club.txt" | grep -q 'distance 1: '
"$folder/own_trainer" "$scratch/club.txt" "$scratch/vectors.txt"
for node in 1 2 3 33 34; do
    nearest=$("$riwalk" nearest "$scratch/vectors.txt" "$node" -n 1 | tail -n 1 | cut -f 2)
    [ "$nearest" = $((node + 34)) ] || { echo "nearest to $node is $nearest" >&2 && exit 1; }
done
