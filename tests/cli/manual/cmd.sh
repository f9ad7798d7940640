# Each command has its section, and troff has nothing to complain about.
riwalk man >riwalk.1
grep '^\.S[HS]' riwalk.1
if command -v groff >/dev/null; then
    groff -ww -man -Tascii riwalk.1 >/dev/null
fi
