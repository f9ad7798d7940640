# On a terminal the line is drawn over itself, fits in the width, and is gone in the end.
need_terminal
run='stty cols 30; riwalk generate grid --rows 700 --columns 700 -o grid.txt.gz'
erase=$(printf '\033')'\[K'
(script -qec "$run" /dev/null && echo) | tr '\r' '\n' | sed "s/^$erase//; /^riwalk: wrote/d" |
    awk 'length > 29 { print "too wide: " $0 } END { if ($0 != "") print "left behind: " $0 }'
script -qec "$run --progress never" /dev/null | grep "$erase" || echo 'nothing is drawn'
