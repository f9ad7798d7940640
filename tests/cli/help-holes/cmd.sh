riwalk holes --help
riwalk holes --help-all
