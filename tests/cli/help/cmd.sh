riwalk --help
