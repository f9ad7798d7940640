riwalk classify --help
riwalk classify --help-all
