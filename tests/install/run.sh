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

# configure SOURCE FOLDER OPTION...: without optimization, which is quicker, and with a pkg-config that
# does not know what the library alone must do without.
configure() {
    cat >"$work/pkg-config" <<'END'
#!/bin/sh
case "$*" in *cairo* | *cmocka*) exit 1 ;; esac
exec pkg-config "$@"
END
    chmod +x "$work/pkg-config"
    from=$1 to=$2
    shift 2
    cmake -G Ninja -S "$from" -B "$to" -DCMAKE_C_FLAGS=-O0 -DCMAKE_BUILD_TYPE=None \
        "-DPKG_CONFIG_EXECUTABLE=$work/pkg-config" "$@"
    cmake --build "$to" -j 2
}

# not_needed and needed PROGRAM: whether it uses the shared library.
needed() {
    ldd "$1" | grep libriwalk
}

not_needed() {
    if needed "$1"; then
        echo "$1 needs the shared library" >&2
        exit 1
    fi
}

# refused SENTENCE VARIABLE=VALUE...: a machine like this gets that sentence from CMake.
refused() {
    sentence=$1
    shift
    for setting; do
        set -- "$@" "-D$setting"
        shift
    done
    if message=$(cmake "$@" -P "$source/cmake/supported.cmake" 2>&1); then
        echo "not refused: $*" >&2
        exit 1
    fi
    case $message in *"$sentence"*) ;; *) exit 1 ;; esac
}

warnings='-Wall -Wextra -Wpedantic -Werror'
mkdir -p "$work"
case $check in
prefix)
    rm -rf "$prefix" "$work"
    cmake --install "$build" --prefix "$prefix"
    test "$(pc --modversion)" = "$version"
    for header in "$source"/include/*.h; do
        cmp "$header" "$prefix/include/${header##*/}"
    done
    test "$(find "$prefix/include" -type f | wc -l)" = "$(find "$source/include" -type f | wc -l)"
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
deprecated)
    # A program of the version before, as C and as C++: it compiles, but not without a warning.
    for words in "${CC:-cc} -std=c11" "${CXX:-c++} -std=c++17 -x c++"; do
        # shellcheck disable=SC2086
        compile "$(pc --cflags --libs)" $words $warnings -Wno-deprecated-declarations \
            "$here/deprecated.c" -o "$work/deprecated"
        LD_LIBRARY_PATH=$(library_dir) "$work/deprecated" "$work/deprecated.rwm"
        # shellcheck disable=SC2086
        if compile "$(pc --cflags)" $words $warnings -c "$here/deprecated.c" -o "$work/deprecated.o"; then
            exit 1
        fi
    done
    ;;
static)
    # -l:libriwalk.a picks our archive; the libraries behind it stay shared.
    libs=$(pc --static --cflags --libs | sed 's/-lriwalk/-l:libriwalk.a/')
    compile "$libs" "${CC:-cc}" -std=c11 "$here/outside.c" -o "$work/static"
    "$work/static"
    not_needed "$work/static"
    ;;
cmake)
    cmake -G Ninja -S "$here/cmake-project" -B "$work/cmake" "-DCMAKE_PREFIX_PATH=$prefix" \
        "-DWANTED_VERSION=$version"
    cmake --build "$work/cmake"
    "$work/cmake/with_shared"
    "$work/cmake/with_static"
    needed "$work/cmake/with_shared"
    not_needed "$work/cmake/with_static"
    ;;
subproject)
    # As a folder of another project: the library, in the kind that this one asks for, and no more.
    configure "$here/sub-project" "$work/sub" "-DRIWALK_SOURCE=$source"
    "$work/sub/outside"
    not_needed "$work/sub/outside"
    ctest --test-dir "$work/sub" -N | grep '^Total Tests: 0$'
    cmake --install "$work/sub" --prefix "$work/sub installed"
    test ! -e "$work/sub installed"
    cmake -DBUILD_SHARED_LIBS=ON "$work/sub"
    cmake --build "$work/sub"
    "$work/sub/outside"
    needed "$work/sub/outside"
    ;;
library)
    # The library alone, first of the one kind, then of the other.
    configure "$source" "$work/library" -DRIWALK_COMMAND=OFF -DRIWALK_CAIRO=OFF
    prefix="$work/shared alone"
    cmake --install "$work/library" --prefix "$prefix"
    test ! -e "$prefix/bin" && test ! -e "$(library_dir)/libriwalk.a"
    compile "$(pc --cflags --libs)" "${CC:-cc}" "$here/outside.c" -o "$work/shared_alone"
    LD_LIBRARY_PATH=$(library_dir) "$work/shared_alone"
    cmake -DBUILD_SHARED_LIBS=OFF "$work/library"
    cmake --build "$work/library"
    prefix="$work/static alone"
    cmake --install "$work/library" --prefix "$prefix"
    test ! -e "$(library_dir)/libriwalk.so"
    compile "$(pc --cflags --libs)" "${CC:-cc}" "$here/outside.c" -o "$work/static_alone"
    "$work/static_alone"
    cmake -G Ninja -S "$here/cmake-project" -B "$work/cmake-static" "-DCMAKE_PREFIX_PATH=$prefix" \
        "-DWANTED_VERSION=$version"
    cmake --build "$work/cmake-static"
    not_needed "$work/cmake-static/with_shared" # the name of the shared library, where there is none
    ;;
shared_command)
    # A command that uses the shared library finds it where both were installed.
    configure "$source" "$work/library" -DRIWALK_COMMAND=ON -DBUILD_SHARED_LIBS=ON \
        -DRIWALK_COMMAND_SHARED=ON -DPKG_CONFIG_EXECUTABLE="$(command -v pkg-config)"
    prefix="$work/shared command"
    cmake --install "$work/library" --prefix "$prefix"
    needed "$prefix/bin/riwalk"
    "$prefix/bin/riwalk" --version | grep "^riwalk $version "
    ;;
refused)
    fine='CMAKE_C_COMPILER_ID=GNU CMAKE_C_COMPILER_VERSION=12.2 CMAKE_SYSTEM_NAME=Linux'
    fine="$fine CMAKE_SYSTEM_PROCESSOR=aarch64 CMAKE_SIZEOF_VOID_P=8 CMAKE_C_BYTE_ORDER=LITTLE_ENDIAN"
    # shellcheck disable=SC2086,SC2046 # several words
    test -z "$(cmake $(printf -- '-D%s ' $fine) -P "$source/cmake/supported.cmake" 2>&1)"
    # shellcheck disable=SC2086
    {
        refused 'needs clang or gcc with winpthreads on Windows' $fine MSVC=1
        refused 'needs a 64-bit system' $fine CMAKE_SIZEOF_VOID_P=4
        refused 'needs a little-endian machine' $fine CMAKE_C_BYTE_ORDER=BIG_ENDIAN
        refused 'needs gcc 10 or clang 12' $fine CMAKE_C_COMPILER_VERSION=9.4
        refused 'needs gcc 10 or clang 12' $fine CMAKE_C_COMPILER_ID=Clang CMAKE_C_COMPILER_VERSION=11
    }
    ;;
command)
    "$prefix/bin/riwalk" --version | grep "^riwalk $version "
    test -s "$prefix/share/man/man1/riwalk.1" && test -s "$prefix/share/man/man1/riwalk-embed.1"
    cmp "$source/LICENSE" "$prefix/share/doc/riwalk/LICENSE"
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
    # The names of the headers leave the shared library, all of them and no others: those of the public
    # ones and of the one that a command over the shared library needs.
    sed -n -e 's/^RIWALK_API .*\(riwalk_[a-z0-9_]*\)(.*/\1/p' -e 's/^\(riwalk_[a-z0-9_]*\)(.*/\1/p' "$source"/include/*.h "$source/src/base/frontend.h" |
        sort -u >"$work/declared"
    nm -D --defined-only "$(library_dir)/libriwalk.so" | awk '{ print $3 }' | sort >"$work/exported"
    test -s "$work/declared"
    diff "$work/declared" "$work/exported"
    ;;
*)
    echo "unknown check: $check" >&2
    exit 2
    ;;
esac
