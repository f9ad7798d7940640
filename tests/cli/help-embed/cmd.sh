riwalk embed --help
riwalk embed --help-all
