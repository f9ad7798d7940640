# Where standard error is no terminal, progress is shown only when it is asked for, as whole lines.
# How many lines there are depends on the machine; a fast one may print none.
riwalk generate grid --rows 700 --columns 700 -o grid.txt.gz
riwalk generate grid --rows 700 --columns 700 -o grid.txt.gz --progress always 2>&1 |
    grep -v '^riwalk: [a-z ]*: [0-9]* %, [0-9.]*[ kMG]* [a-z]*, [0-9.]*[ kMG]* [a-z]*/s, [0-9:]* [a-z]* left$'
riwalk generate grid --rows 150 --columns 150 -o grid.txt
riwalk walks grid.txt -o walks.txt --progress always 2>&1 |
    grep -v '^riwalk: writing walks: [0-9]* %, [0-9.]*[ kMG]* anchors, [0-9.]*[ kMG]* anchors/s, [0-9:]* [a-z]* left$'
ls
