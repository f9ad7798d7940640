riwalk explain --help
