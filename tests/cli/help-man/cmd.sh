riwalk man --help
riwalk man --help-all
