riwalk
