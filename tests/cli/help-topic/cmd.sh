# "help COMMAND" and "COMMAND -h" print the same, whatever else is given before.
riwalk help generate >topic
riwalk generate grid --rows 3 --to mtx -h >letter
cmp topic letter
riwalk help >program
riwalk --help | cmp program
riwalk help nothing
