riwalk info --help
