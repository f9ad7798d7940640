riwalk roles --help
riwalk roles --help-all
