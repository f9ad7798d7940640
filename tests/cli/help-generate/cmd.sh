riwalk generate --help
