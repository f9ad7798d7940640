riwalk profiles --help
riwalk profiles --help-all
