riwalk holes --help
