riwalk info
riwalk info one two
riwalk convert one
riwalk convert one two three
riwalk generate
riwalk help info convert
riwalk completion
