riwalk classify --help
