riwalk convert --help
