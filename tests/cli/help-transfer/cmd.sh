riwalk transfer --help
riwalk transfer --help-all
