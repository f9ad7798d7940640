riwalk generate karate -v -o karate.txt 2>&1 | sed 's/[0-9.]* s$/TIME s/'
riwalk info -v karate.txt 2>&1 >/dev/null | sed 's/[0-9.]* s$/TIME s/'
riwalk info -qv karate.txt 2>&1 >/dev/null
