#!/bin/sh
# SPDX-License-Identifier: MIT
# What ./dev cross built for a target does what the command of this machine does, as far as it runs here: in an empty
# chroot, in qemu, or in wine. tests/platforms/run.sh TARGET, from the top of the sources; a line for every test.
set -u
target=$1
top=$PWD
built=$top/build-cross/$target
here=$top/build/riwalk
scratch=$(mktemp -d) || exit 1
trap 'end_wine; rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM HUP
wine=/usr/lib/wine/wine64
export WINEPREFIX="$scratch/wine" WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=

end_wine() {
    [ ! -d "$WINEPREFIX" ] || /usr/lib/wine/wineserver -k
}

# check WORDS COMMAND...
check() {
    words=$1
    shift
    if "$@" >"$scratch/log" 2>&1; then echo "  ok: $words"; else echo "  FAILED: $words" && tail -n 20 "$scratch/log"; fi
}

# there ARGUMENTS...: the command that was built, over the files of $scratch/files.
there() {
    case $target in
    x86_64-linux-musl) in_chroot "$@" ;;
    *) (cd "$scratch/files" && "$scratch/riwalk" "$@") ;;
    esac
}

in_chroot() {
    if [ "$(id -u)" = 0 ]; then chroot "$scratch/files" /riwalk "$@"; else unshare -r chroot "$scratch/files" /riwalk "$@"; fi
}

# same_bytes GRAPH OPTIONS...: vectors and ids.
same_bytes() {
    graph=$1
    shift
    "$here" embed "$scratch/files/$graph" -o "$scratch/here.npy" "$@" && there embed "$graph" -o there.npy "$@" &&
        cmp "$scratch/here.npy" "$scratch/files/there.npy" && cmp "$scratch/here.ids" "$scratch/files/there.ids"
}

all_same_bytes() {
    "$here" generate karate-mirrored -o "$scratch/files/club.txt"
    [ -z "${RIWALK_DATA:-}" ] || cp "$RIWALK_DATA/usa-airports.edgelist" "$scratch/files/usa.txt"
    for graph in "$scratch"/files/*.txt; do
        name=$(basename "$graph")
        check "factor vectors of $name" same_bytes "$name" --trainer factor
        check "vectors of $name by the preset best" same_bytes "$name" --preset best
        check "skip-gram vectors of $name, scalar" env_scalar same_bytes "$name" --epochs 1 --walks 5
    done
}

env_scalar() {
    RIWALK_ISA=scalar
    export RIWALK_ISA
    "$@"
    status=$?
    unset RIWALK_ISA
    return $status
}

is_static() {
    ! readelf -l "$built/riwalk" | grep -q INTERP
}

# Of the command, what says the same on every system.
cases='classify-json classify-table cluster convert-directions convert-formats
    convert-ids convert-weights describe embed-combine embed-isolated embed-mirror explain-two help hints
    info-table line-ends nearest roles-table same-file usage walks-tokens'
mkdir "$scratch/files"
case $target in
x86_64-linux-musl)
    cp "$built/riwalk" "$scratch/files/riwalk"
    check 'the command is one static file' is_static
    all_same_bytes
    for case in $cases; do
        check "$case" tests/cli/run.sh "$built/riwalk" "$case"
    done
    ;;
aarch64-linux-musl)
    printf '#!/bin/sh\nexec qemu-aarch64 %s "$@"\n' "$built/riwalk" >"$scratch/riwalk"
    chmod +x "$scratch/riwalk"
    check 'the command is one static file' is_static
    all_same_bytes
    ;;
x86_64-windows-gnu)
    printf '#!/bin/sh\nexec %s %s "$@"\n' "$wine" "$built/riwalk.exe" >"$scratch/riwalk"
    chmod +x "$scratch/riwalk"
    mkdir "$WINEPREFIX" && /usr/lib/wine/wineserver -p
    there version >/dev/null 2>&1 # makes the folder of wine
    all_same_bytes
    # shellcheck disable=SC1091 # is looked at by itself
    . "$top/tests/platforms/windows.sh"
    ;;
esac
