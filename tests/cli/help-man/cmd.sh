riwalk man --help
