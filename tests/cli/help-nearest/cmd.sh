riwalk nearest --help
riwalk nearest --help-all
