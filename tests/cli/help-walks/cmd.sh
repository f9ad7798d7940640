riwalk walks --help
