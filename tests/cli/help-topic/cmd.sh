# "help COMMAND" and "COMMAND -h" print the same, whatever else is given before.
riwalk help generate >topic
riwalk generate grid --rows 3 --to mtx -h >letter
cmp topic letter
riwalk help generate --all >topic
riwalk generate --help-all grid --rows x | cmp topic -
riwalk help >program
riwalk --help | cmp program
riwalk help nothing
riwalk help embed --spellings
