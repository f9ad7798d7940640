riwalk report --help
riwalk report --help-all
