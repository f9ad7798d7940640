riwalk plot --help
riwalk plot --help-all
