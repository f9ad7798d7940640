#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the environment of the peers, .venv-peers, and makes it again when
# bench/requirements-peers.txt changes. Run by bench/peers and bench/roles.
set -eu
cd "$(dirname "$0")/.."
list=bench/requirements-peers.txt
venv=.venv-peers
if ! cmp -s "$list" "$venv/$(basename "$list")"; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    # Versions are all in the list: what karateclub asks for has no wheels for this Python.
    "$venv/bin/pip" install -q --no-deps -r "$list"
    "$venv/bin/pip" install -q --no-deps --no-build-isolation karateclub==1.3.3 ||
        echo "karateclub does not install here: its methods are left out"
    cp "$list" "$venv"
fi
