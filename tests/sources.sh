#!/bin/sh
# SPDX-License-Identifier: MIT
# The folders of src/ include one another in one direction, and only src/engine knows how walks are
# found. The public headers stay short and apart. tests/sources.sh, from the top of the sources.
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
for folder in base options graph roles engine train vectors model methods evaluate describe plot compare report; do
    before="$before|$folder"
    complain "src/$folder includes a later folder" \
        "$(grep -rnE '^#include "[a-z]+/' "src/$folder" | grep -vE "\"($before)/" || true)"
done
complain 'balls, hubs and walkers are the engine'"'"'s own' \
    "$(grep -rnE '^#include "engine/(cpu/|kind\.h)' src cli mpi python | grep -v '^src/engine/' || true)"
complain 'cli, mpi and python use public headers only' \
    "$(grep -rnE '^#include "(base|options|graph|roles|engine|train|vectors|model|methods|evaluate|describe|plot|compare|report)/' \
        cli mpi python || true)"
complain 'of src/, the command sees JSON, text.h, os.h and frontend.h, and Python the last two' \
    "$(grep -rnE '^#include "[./]*src/' cli mpi python |
        grep -vE '^cli/files\.h:.*/base/(json|text|os|frontend)\.h"|^python/core/.*/base/(os|frontend)\.h"' || true)"
# Which system this is, only the base asks; the processor is another question.
complain 'a system is asked for outside src/base and cli/signals.c' \
    "$(grep -rnE '^# *(if|elif).*(_WIN|__MINGW|_MSC_VER|__APPLE__|__MACH__|__linux|__unix|GLIBC|__BSD|_SC_|MADV_)' \
        src cli python mpi include | grep -vE '^(src/base/os/|cli/signals\.c:)' || true)"
complain 'a header of one system is included outside src/base/os and cli/signals.c' \
    "$(grep -rnE '^#include <(unistd|fcntl|dlfcn|poll|sched|windows|io|malloc|sys/[a-z]+)\.h>' src cli python |
        grep -vE '^(src/base/os/|src/engine/cuda/|cli/signals\.c:)' || true)"
complain 'frontend.h is for those who share what is in it, not installed' \
    "$(grep -rn 'frontend\.h' include examples README.md || true)"

# riwalk.h is what most programs need, in what a person reads in one sitting.
lines=$(wc -l <include/riwalk.h)
functions=$(grep -c '^RIWALK_API' include/riwalk.h)
[ "$lines" -le 800 ] || complain 'riwalk.h has more than 800 lines' "$lines"
[ "$functions" -le 75 ] || complain 'riwalk.h has more than 75 functions' "$functions"
complain 'riwalk.h includes a header of a topic' "$(grep -n '^#include "' include/riwalk.h || true)"
for header in include/riwalk_*.h; do
    grep -q '^#include "riwalk\.h"' "$header" || complain 'does not include riwalk.h' "$header"
    [ "$header" = include/riwalk_deprecated.h ] || head -n 8 "$header" | grep -qE 'Stable|Experimental' ||
        complain 'does not say at its top whether it is stable or experimental' "$header"
done
exit $failed
