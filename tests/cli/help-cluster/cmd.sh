riwalk cluster --help
riwalk cluster --help-all
