riwalk completion --help
riwalk completion --help-all
