riwalk info --help
riwalk info --help-all
