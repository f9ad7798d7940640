#!/bin/sh
# SPDX-License-Identifier: MIT
# The folders of src/ include one another in one direction, and only src/engine knows how walks are
# found. tests/sources.sh, from the top of the sources.
set -eu
cd "$(dirname "$0")/.."
failed=0

# complain WORDS LIST: says what is wrong where the list is not empty.
complain() {
    [ -z "$2" ] && return
    printf '%s:\n%s\n' "$1" "$2"
    failed=1
}

# The order of the data path: a folder includes those before it, and itself.
before=base
for folder in base options graph roles engine train vectors model methods evaluate describe plot report; do
    before="$before|$folder"
    complain "src/$folder includes a later folder" \
        "$(grep -rnE '^#include "[a-z]+/' "src/$folder" | grep -vE "\"($before)/" || true)"
done
complain 'balls, hubs and walkers are the engine'"'"'s own' \
    "$(grep -rnE '^#include "engine/(cpu/|kind\.h)' src cli mpi python | grep -v '^src/engine/' || true)"
complain 'cli, mpi and python use public headers only' \
    "$(grep -rnE '^#include "(base|options|graph|roles|engine|train|vectors|model|methods|evaluate|describe|plot|report)/' \
        cli mpi python || true)"
exit $failed
