riwalk explain --help
riwalk explain --help-all
