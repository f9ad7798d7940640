riwalk concat --help
riwalk concat --help-all
