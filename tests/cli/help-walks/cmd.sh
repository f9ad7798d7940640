riwalk walks --help
riwalk walks --help-all
