# riwalk(1) lists the commands, each command has a page, and troff has nothing to complain about.
check() {
    if command -v groff >/dev/null; then
        groff -ww -man -Tascii "$1" >/dev/null
    fi
}
riwalk man >riwalk.1
check riwalk.1
grep '^\.S[HS]' riwalk.1
riwalk help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' >commands
sed -n '/^\.SH COMMANDS/,/^\.SH OPTIONS/s/^\.B //p' riwalk.1 | cmp commands -
while read -r command; do
    riwalk man "$command" >page.1
    check page.1
    grep -q "^riwalk.-$command .- ." page.1 || echo "$command has no name"
done <commands
riwalk man generate | sed 's,"riwalk [^"]*","riwalk VERSION",; 3q'
riwalk man generate | grep '^\.S[HS]'
riwalk man nothing
