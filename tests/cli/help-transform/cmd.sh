riwalk transform --help
riwalk transform --help-all
