riwalk reproduce --help
riwalk reproduce --help-all
