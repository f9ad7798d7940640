#!/bin/sh
# SPDX-License-Identifier: MIT
# What the scripts of the cases share; run.sh reads it before each of them.

# try COMMAND...: a command of riwalk and its status.
try() {
    riwalk "$@"
    echo "status $?"
}

# each 'WORDS' 'MORE' ...: riwalk WORDS MORE for each of the last, and the statuses of all.
each() {
    words=$1 statuses=
    shift
    for more; do
        # shellcheck disable=SC2086 # several words
        riwalk $words $more
        statuses="$statuses $?"
    done
    echo "status$statuses"
}

# mirrored VECTORS: how many of the mirrored club's nodes have another vector than their image.
mirrored() {
    awk 'NR > 1 { node = $1; $1 = ""; of[node] = $0 } END { for (i = 1; i <= 34; i++) n += of[i] != of[i + 34]; print n + 0 }' "$1"
}

# skip WHY: the case cannot run here.
skip() {
    echo "$*" >&2
    exit 77
}

skip_sanitized() {
    ! nm -D "$(command -v riwalk)" 2>/dev/null | grep -q -e __asan -e __tsan || skip 'sanitizers take memory and time of their own'
}

# need_terminal: script makes one.
need_terminal() {
    script -qec true /dev/null >/dev/null 2>&1 || skip 'no pseudo-terminal can be had here'
}

# stop SIGNAL 'CONDITION': ends the last command in the background as soon as the condition holds, so that it comes in
# time on a machine of any speed. Says its status.
stop() {
    until eval "$2"; do
        kill -0 $! || exit 1
        sleep 0.02
    done
    kill -"$1" $!
    wait $! 2>/dev/null # some shells say by which signal it ended
    echo "status $?"
}
