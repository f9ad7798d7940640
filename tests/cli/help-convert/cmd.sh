riwalk convert --help
riwalk convert --help-all
