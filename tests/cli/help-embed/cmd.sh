riwalk embed --help
