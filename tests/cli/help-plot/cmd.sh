riwalk plot --help
