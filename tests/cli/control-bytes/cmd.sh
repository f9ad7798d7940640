# Control characters of ids, values and names of files do not reach a terminal: not in messages, and
# not in tables. Other programs get ids as they are.
need_terminal
escape=$(printf '\033[31mred') file=$(printf 'g\033[2J.txt') c1=$(printf '\302\233')
printf '%s b\nb "c\r\td"\nb \303\251\nb \351\nb %s\n' "$escape" "$c1" >"$file"

riwalk explain "$file" "$escape!"
riwalk info "$escape"
riwalk info --format "$escape" "$file"
riwalk "$escape"
printf 'a b 1\nc d \033[1m\n' | riwalk info --weighted -
printf '%%%%MatrixMarket matrix \033]0;x\007 real general\n' | riwalk info --format mtx -
printf '2 2\na 1 2\nb 1 \033[1m\n' >bad.txt
riwalk nearest bad.txt b
printf '3 2\n%s 1 2\n\303\251 2 1\n%s 1 1\n' "$escape" "$c1" >vectors.txt
riwalk nearest vectors.txt "$c1$c1"

# On a terminal, and in a file.
show() {
    script -qec "$1" /dev/null </dev/null | tr -d '\r' | od -An -c | grep -c 033
    eval "$1" | od -An -c | grep -c 033
}
export escape file
show 'riwalk nearest vectors.txt "$escape" -n 2'
show 'riwalk explain "$file" "$escape" --top 1'
show 'riwalk explain "$file" "$escape" b --top 1'
show 'riwalk holes "$file" vectors.txt --top 1 -q'
script -qec 'riwalk nearest vectors.txt "$escape" -n 2' /dev/null </dev/null | tr -d '\r'
true
