riwalk nearest --help
