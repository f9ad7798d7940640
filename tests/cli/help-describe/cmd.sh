riwalk describe --help
riwalk describe --help-all
