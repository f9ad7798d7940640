riwalk reproduce --help
