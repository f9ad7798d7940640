riwalk fit --help
riwalk fit --help-all
