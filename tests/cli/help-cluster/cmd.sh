riwalk cluster --help
