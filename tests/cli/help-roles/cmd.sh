riwalk roles --help
