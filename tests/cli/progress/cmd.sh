# Where standard error is no terminal, progress is shown only when it is asked for, as whole lines.
# How many lines there are depends on the machine; a fast one may print none.
other() { # STAGES: lines that are not as they should be
    grep -v "^riwalk: [0-9]* %, [0-9:]* [a-z]* left ($1: [0-9]* %, [0-9.]*[ kMG]* [a-z]*/s)\$" |
        grep -v "^riwalk: $1: [0-9.]*[ kMG]* [a-z]*, [0-9.]*[ kMG]* [a-z]*/s\$" | grep -v ': wrote '
}
riwalk generate grid --rows 700 --columns 700 -o grid.txt.gz
riwalk generate grid --rows 700 --columns 700 -o grid.txt.gz --progress always 2>&1 | other '[a-z ]*'
riwalk generate grid --rows 150 --columns 150 -o grid.txt
riwalk walks grid.txt -o walks.txt --progress always 2>&1 | other 'writing walks'
# The share is that of the run, and never falls.
riwalk embed grid.txt -o vectors.npy --walks 10 --epochs 1 -d 16 --progress always 2>&1 |
    sed -n 's/^riwalk: \([0-9]*\) %, .*/\1/p' | sort -nc
ls
