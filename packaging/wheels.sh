#!/bin/sh
# SPDX-License-Identifier: MIT
# Wheels, of this machine and of all systems: read by ./dev. Each is used in a bare Python of its system, where one runs here.
# shellcheck disable=SC2154 # variables of ./dev and cross.sh

# The one of this machine, as it is built.
make_plain_wheel() {
    need "$packages_build python3-dev python3-venv"
    need_venv build/venv-wheel python/requirements-wheel.txt
    rm -rf build/wheel build/dist/riwalk-*.whl
    mkdir -p build/dist
    step 'wheel' build/venv-wheel/bin/python -m pip wheel --disable-pip-version-check --no-deps --no-build-isolation \
        --config-settings=build-dir=build/python -w build/wheel . || exit 1
}

# Shared libraries that the module needs are put into the wheel, so that it runs on any Linux of this age or younger.
wheel() {
    make_plain_wheel
    step 'its libraries' env PATH="$PWD/build/venv-wheel/bin:$PATH" \
        auditwheel repair -w build/dist build/wheel/riwalk-*.whl || exit 1
    step 'use it' use_here build/dist/riwalk-*.whl || exit 1
    ls build/dist/riwalk-*.whl
}

# The tags of what zig builds for.
wheel_tags() {
    case $1 in
    *-linux-gnu.2.17) say "manylinux_2_17_${1%%-*}.manylinux2014_${1%%-*}" ;;
    *-linux-musl) say "musllinux_1_2_${1%%-*}" ;;
    x86_64-windows-gnu) say win_amd64 ;;
    aarch64-macos) say macosx_13_0_arm64 ;;
    x86_64-macos) say macosx_13_0_x86_64 ;;
    esac
}

# Wheels for every system: the Python files of this machine's wheel, with a module and a command for the other.
wheel_all() {
    make_plain_wheel
    need_cross
    need 'llvm musl qemu-user wine64'
    need_python_headers
    for target in x86_64-linux-gnu.2.17 aarch64-linux-gnu.2.17 $cross_targets; do
        module=_core.abi3.so command=riwalk
        case $target in *-windows-*) module=_core.pyd command=riwalk.exe ;; esac
        cross "$target" riwalk _core || exit 1
        step "wheel for $target" build/venv-wheel/bin/python packaging/wheel.py build/wheel/riwalk-*.whl \
            "build-cross/$target/$module" "build-cross/$target/$command" "$(wheel_tags "$target")" build/dist || exit 1
    done
    for made in build/dist/riwalk-*.whl; do
        step "look into ${made##*abi3-}" audited "$made" || exit 1
    done
    step 'use the one for this machine' use_here build/dist/riwalk-*"manylinux2014_$(uname -m).whl" || exit 1
    if [ "$(uname -m)" = x86_64 ]; then
        step 'use the one for aarch64, in an emulator' use_aarch64 || exit 1
        step 'use the one for musl, without Python' use_musl || exit 1
        step 'use the one for Windows, in wine' use_windows || exit 1
    fi
    (cd build/dist && wc -c riwalk-*.whl)
}

# audited WHEEL: its tag is true of the module and the command in it.
audited() {
    rm -rf build/wheel/unpacked
    unzip -q "$1" -d build/wheel/unpacked
    for file in build/wheel/unpacked/riwalk/_core.* build/wheel/unpacked/*.data/scripts/riwalk*; do
        case $file in *.pyi) continue ;; esac
        case $1 in
        *macosx_13_0*) llvm-objdump --macho --private-headers "$file" >build/wheel/said && grep -q 'minos 13\.0' build/wheel/said &&
            ! grep ' name /' build/wheel/said | grep -v -e '/usr/lib/libSystem\.B\.dylib' -e '/usr/lib/dyld' || return 1 ;;
        # musl's libc.so is all it needs; auditwheel would read this machine's file of that name, which is text
        *musllinux*) llvm-readelf -d "$file" >build/wheel/said || return 1
            ! grep NEEDED build/wheel/said | grep -v '\[libc\.so\]' || return 1 ;;
        *win_amd64*) llvm-objdump -p "$file" >build/wheel/said && grep 'DLL Name' build/wheel/said &&
            ! grep 'DLL Name' build/wheel/said | grep -viE ' (kernel32|psapi|shell32|python3|api-ms-win-crt-[a-z0-9-]+)\.dll' ||
            return 1 ;;
        esac
    done
    case $1 in
    *manylinux*) build/venv-wheel/bin/auditwheel show "$1" | tr '\n' ' ' >build/wheel/said && cat build/wheel/said &&
        grep -q 'platform tag: *"manylinux_2_\(5\|12\|17\)_' build/wheel/said ;;
    esac
}

# ---- Using them ----

# tried FOLDER: module and command give the same vectors in it, and those of the wheel for this machine.
tried() {
    cp build/wheel/graph.txt "$1" &&
        in_folder "$1" ./python -c 'import riwalk; riwalk.embed("graph.txt", trainer="factor").save("module.npy")' &&
        in_folder "$1" ./riwalk embed graph.txt -o command.npy --trainer factor &&
        cmp "$1/module.npy" "$1/command.npy" && cmp "$1/command.npy" build/wheel/here/command.npy
}

# starter FILE WORDS: runs these words, and its arguments.
starter() {
    printf '#!/bin/sh\nexec %s "$@"\n' "$2" >"$1" && chmod +x "$1"
}

# use_here WHEEL
use_here() {
    folder=$PWD/build/wheel/here
    rm -rf "$folder"
    python3 -m venv "$folder/venv" && "$folder/venv/bin/pip" install --disable-pip-version-check "$1" || return 1
    "$folder/venv/bin/riwalk" generate karate-mirrored -o build/wheel/graph.txt
    [ -z "${RIWALK_DATA:-}" ] || cp "$RIWALK_DATA/usa-airports.edgelist" build/wheel/graph.txt
    starter "$folder/python" "$folder/venv/bin/python" && starter "$folder/riwalk" "$folder/venv/bin/riwalk" && tried "$folder"
}

# installed FOLDER WHEEL TAG...: what pip installs for a Python 3.11 of another system, in FOLDER/site.
installed() {
    folder=$1 made=$2
    shift 2
    for tag; do
        set -- "$@" --platform "$tag"
        shift
    done
    rm -rf "$folder"
    build/wheel/here/venv/bin/pip install --disable-pip-version-check --target "$folder/site" --only-binary :all: "$@" \
        --python-version 3.11 --implementation cp --abi cp311 --abi abi3 "$made"
}

use_aarch64() {
    python=$PWD/build-cross/python-aarch64 folder=$PWD/build/wheel/aarch64
    if [ ! -f "$python/whole" ]; then
        make_sysroot "$python" 'python3.11 libpython3.11-stdlib libstdc++6' && : >"$python/whole" || return 1
    fi
    installed "$folder" build/dist/riwalk-*manylinux2014_aarch64.whl manylinux2014_aarch64 manylinux_2_27_aarch64 \
        manylinux_2_28_aarch64 || return 1
    starter "$folder/python" "qemu-aarch64 -L $python -E PYTHONPATH=$folder/site -E PYTHONHOME=$python/usr $python/usr/bin/python3.11"
    starter "$folder/riwalk" "qemu-aarch64 -L $python $folder/site/bin/riwalk"
    tried "$folder"
}

# No Python for musl is to be had here: the command runs, and the module finds all that is not Python's in the C library.
use_musl() {
    folder=$PWD/build/wheel/musl
    installed "$folder" build/dist/riwalk-*musllinux_1_2_x86_64.whl musllinux_1_2_x86_64 || return 1
    "/lib/ld-musl-x86_64.so.1" --list "$folder"/site/riwalk/_core.abi3.so >"$folder/said" 2>&1
    cat "$folder/said"
    grep -q 'PyErr_[A-Za-z]*: symbol not found' "$folder/said" && ! grep 'symbol not found' "$folder/said" | grep -v ': _*Py' || return 1
    in_folder "$folder" site/bin/riwalk embed ../graph.txt -o command.npy --trainer factor &&
        cmp "$folder/command.npy" build/wheel/here/command.npy
}

use_windows() {
    python=$PWD/build-cross/python-windows folder=$PWD/build/wheel/windows
    [ -f "$python/whole" ] || make_windows_python || return 1
    installed "$folder" build/dist/riwalk-*win_amd64.whl win_amd64 || return 1
    # The DLL of all versions hands every call to that of this version.
    { say 'LIBRARY python3.dll' EXPORTS && sed 's/.*/&=python311.&/' build-cross/python/names; } >"$python/python3.def"
    "$(find_zig)" cc -target x86_64-windows-gnu -O2 -s -shared -x c /dev/null -x none "$python/python3.def" -o "$python/python3.dll" || return 1
    wine="env WINEPREFIX=$folder/wine WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= "
    starter "$folder/python" "$wine /usr/lib/wine/wine64 $python/python.exe"
    starter "$folder/riwalk" "$wine /usr/lib/wine/wine64 $folder/site/bin/riwalk.exe"
    # NumPy calls what wine 8 has not, so the module is only loaded. Python starts there only where its output is no file.
    in_folder "$folder" ./python -c 'import sys; sys.path[:0] = ["site/riwalk"]; import _core; print("loaded", _core.version)' 2>&1 |
        grep loaded && in_folder "$folder" ./riwalk embed ../graph.txt -o command.npy --trainer factor &&
        cmp "$folder/command.npy" build/wheel/here/command.npy
    status=$?
    $wine /usr/lib/wine/wineserver -k
    return $status
}

# The interpreter is that of a package which brings it for its users' programs; its library is that of Debian's, as it is
# the same on every system.
make_windows_python() {
    rm -rf "$python"
    build/venv-cross/bin/pip download --disable-pip-version-check --no-deps --only-binary :all: --platform win_amd64 \
        --python-version 3.11 --implementation cp -d "$python" panda3d==1.10.16 &&
        unzip -qj "$python"/panda3d-*.whl deploy_libs/python311.dll 'deploy_libs/*.pyd' 'deploy_libs/libffi-*.dll' \
            deploy_libs/VCRUNTIME140.dll -d "$python" &&
        cp -r /usr/lib/python3.11 "$python/Lib" && rm -rf "$python"/*.whl "$python/Lib/lib-dynload" &&
        "$(find_zig)" cc -target x86_64-windows-gnu -O2 -s -municode packaging/python.c -o "$python/python.exe" && : >"$python/whole"
}
