riwalk transform --help
