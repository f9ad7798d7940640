riwalk --version
riwalk info --version
riwalk -q --version
