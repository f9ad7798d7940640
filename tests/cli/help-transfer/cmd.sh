riwalk transfer --help
