riwalk completion --help
