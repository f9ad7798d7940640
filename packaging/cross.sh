#!/bin/sh
# SPDX-License-Identifier: MIT
# What ./dev, which reads this, builds for other systems by zig.
# shellcheck disable=SC2034,SC2154 # variables for ./dev, and of it

cross_targets='x86_64-linux-musl aarch64-linux-musl x86_64-windows-gnu aarch64-macos x86_64-macos'

need_cross() {
    need "$packages_build $packages_cross"
    need_venv build/venv-cross packaging/requirements-cross.txt
    [ -f build-cross/sources/whole ] && [ -d build-cross/sources/libzstd ] ||
        step 'sources of zlib and zstd' make_sources "$PWD/build-cross/sources" zlib libzstd ||
        die "cannot get the sources of zlib and zstd: is this Debian, and its archive reached from here?"
}

find_zig() {
    find "$PWD/build/venv-cross/" -type f -path '*/ziglang/zig'
}

# make_sources FOLDER PACKAGE...: each in a folder of its name, from Debian's archive, as this machine knows it, with
# sources in the place of packages. As for arm64, nothing is installed.
make_sources() {
    folder=$1 apt=$1/apt
    shift
    rm -rf "$folder"
    mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$apt/parts" || return 1
    : >"$apt/status"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
        grep -qsE 'debian-archive-keyring|/debian' "$list" || continue
        sed 's/^deb /deb-src /; s/^Types:.*/Types: deb-src/' "$list" >"$apt/parts/${list##*/}"
    done
    apt_sources update && apt_sources source --download-only --tar-only "$@" || return 1
    for package; do
        mkdir "$folder/$package" && tar -xf "$folder/$package"_*.orig.tar.*[z2] -C "$folder/$package" --strip-components=1 || return 1
    done
    rm -rf "$apt"
    : >"$folder/whole"
}

apt_sources() {
    in_folder "$folder" apt-get -o APT::Sandbox::User=root -o Dir::State="$apt" -o Dir::State::status="$apt/status" \
        -o Dir::Cache="$apt" -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$apt/parts" "$@"
}

# Headers of Python with a configuration that fits all systems, and what a DLL links to: names that a module for this
# machine asks Python for. python3.dll has them from the DLL of the version.
need_python_headers() {
    python=$PWD/build-cross/python
    rm -rf "$python"
    mkdir -p "$python"
    cp -rp "$(build/venv-cross/bin/python -c 'import sysconfig; print(sysconfig.get_path("include"))')/." "$python"
    cp -p packaging/pyconfig.h "$python"
    nm -D --undefined-only build/python/_core.abi3.so | sed -n 's/.* \(_*Py.*\)/\1/p' >"$python/names"
    { say 'LIBRARY python3.dll' EXPORTS && cat "$python/names"; } >"$python/python3.def"
    "$(find_zig)" dlltool -m i386:x86-64 -d "$python/python3.def" -l "$python/python3.lib"
}

# cross TARGET TARGETS_OF_CMAKE...: builds for another system by zig. A command for Linux is one static file.
cross() {
    target=$1
    shift
    python=$PWD/build-cross/python
    static='' library=''
    case $target in
    *-linux-musl) static=-static ;;
    *-windows-*) library=$python/python3.lib ;;
    esac
    if [ ! -f "build-cross/$target/build.ninja" ]; then
        step "configure $target" env -u CMAKE_C_COMPILER_LAUNCHER cmake -S . -B "build-cross/$target" -G Ninja \
            --toolchain cmake/zig.cmake -DZIG="$(find_zig)" -DZIG_TARGET="$target" \
            -DRIWALK_SOURCES="$PWD/build-cross/sources" -DRIWALK_CAIRO=OFF -DRIWALK_MPI=OFF -DRIWALK_INSTALL=OFF \
            -DRIWALK_PYTHON=ON -DRIWALK_PYTHON_HEADERS="$python" -DRIWALK_PYTHON_LIBRARY="$library" \
            -DBUILD_SHARED_LIBS=OFF -DRIWALK_HOST_COMMAND="$PWD/build/riwalk" \
            -DCMAKE_EXE_LINKER_FLAGS="-s $static" -DCMAKE_MODULE_LINKER_FLAGS=-s || return 1
    fi
    step "build $target" cmake --build "build-cross/$target" -j "$jobs" --target "$@"
}
