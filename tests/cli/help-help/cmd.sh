riwalk help --help
