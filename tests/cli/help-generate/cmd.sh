riwalk generate --help
riwalk generate --help-all
