riwalk help --help
riwalk help --help-all
