# The script works in a bash: what would be offered for some beginnings of command lines.
command -v bash >/dev/null || skip 'there is no bash'
riwalk completion bash >riwalk.bash
cat >offer <<'END'
source ./riwalk.bash
offer() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _riwalk
    echo "$*: ${COMPREPLY[*]}"
}
offer riwalk ''
offer riwalk con
offer riwalk -q in
offer riwalk info --d
offer riwalk info --format ''
offer riwalk info --format = m
offer riwalk convert graph.txt
offer riwalk generate k
offer riwalk generate -o ''
offer riwalk help g
offer riwalk walks --radius ''
offer riwalk walks --method riwalk-r
offer riwalk walks --no
offer riwalk explain --role-anchor ''
END
bash offer
