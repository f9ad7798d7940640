#!/bin/sh
# SPDX-License-Identifier: MIT
# One check of the installed package. run.sh CHECK BUILD_DIR SOURCE_DIR VERSION; the check `prefix`
# makes the copy that the others use. The prefix has a space in its name on purpose.
set -eux
check=$1 build=$2 source=$3 version=$4
here=$source/tests/install
prefix="$build/install test"
work=$build/install-work

find_pc() {
    find "$prefix" -name riwalk.pc -exec dirname {} \;
}

# Runs a compiler with the words of pkg-config, whose escaped spaces eval undoes, at the end.
compile() {
    flags=$1
    shift
    eval "set -- \"\$@\" $flags"
    "$@"
}

pc() {
    PKG_CONFIG_PATH=$(find_pc) pkg-config "$@" riwalk
}

library_dir() {
    dirname "$(find_pc)"
}

warnings='-Wall -Wextra -Wpedantic -Werror'
mkdir -p "$work"
case $check in
prefix)
    rm -rf "$prefix" "$work"
    cmake --install "$build" --prefix "$prefix"
    test "$(pc --modversion)" = "$version"
    ;;
c11)
    # shellcheck disable=SC2086 # the warnings are several words
    compile "$(pc --cflags --libs)" "${CC:-cc}" -std=c11 $warnings "$here/outside.c" -o "$work/c11"
    LD_LIBRARY_PATH=$(library_dir) "$work/c11"
    ;;
cxx17)
    # shellcheck disable=SC2086
    compile "$(pc --cflags --libs)" "${CXX:-c++}" -std=c++17 $warnings -x c++ "$here/outside.c" \
        -o "$work/cxx17"
    LD_LIBRARY_PATH=$(library_dir) "$work/cxx17"
    ;;
static)
    # -l:libriwalk.a picks our archive; the libraries behind it stay shared.
    libs=$(pc --static --cflags --libs | sed 's/-lriwalk/-l:libriwalk.a/')
    compile "$libs" "${CC:-cc}" -std=c11 "$here/outside.c" -o "$work/static"
    "$work/static"
    if ldd "$work/static" | grep libriwalk; then
        echo "the program still needs the shared library" >&2
        exit 1
    fi
    ;;
cmake)
    cmake -G Ninja -S "$here/cmake-project" -B "$work/cmake" "-DCMAKE_PREFIX_PATH=$prefix" \
        "-DWANTED_VERSION=$version"
    cmake --build "$work/cmake"
    "$work/cmake/with_shared"
    "$work/cmake/with_static"
    ;;
command)
    "$prefix/bin/riwalk" --version | grep "^riwalk $version "
    test -s "$prefix/share/man/man1/riwalk.1"
    ;;
readme)
    # The program that README.md shows.
    awk '/^```$/ { shown = 0 } shown; /^```c$/ { shown = 1 }' "$source/README.md" >"$work/readme.c"
    # shellcheck disable=SC2086
    compile "$(pc --cflags --libs)" "${CC:-cc}" -std=c11 $warnings "$work/readme.c" -o "$work/readme"
    "$prefix/bin/riwalk" generate karate -o "$work/karate.txt"
    LD_LIBRARY_PATH=$(library_dir) "$work/readme" "$work/karate.txt" "$work/program.txt"
    "$prefix/bin/riwalk" embed -q --no-metadata "$work/karate.txt" -o "$work/command.txt"
    cmp "$work/program.txt" "$work/command.txt"
    ;;
symbols)
    # The names of the public header leave the shared library, all of them and no others.
    sed -n 's/^RIWALK_API .*\(riwalk_[a-z0-9_]*\)(.*/\1/p' "$source/include/riwalk.h" |
        sort >"$work/declared"
    nm -D --defined-only "$(library_dir)/libriwalk.so" | awk '{ print $3 }' | sort >"$work/exported"
    test -s "$work/declared"
    diff "$work/declared" "$work/exported"
    ;;
*)
    echo "unknown check: $check" >&2
    exit 2
    ;;
esac
