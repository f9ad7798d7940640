# Help, in all ways to ask for it, and the version.
riwalk --help
riwalk --help >program
riwalk help | cmp - program
riwalk 2>usage
echo "status $?" && cmp usage program
# "help COMMAND" and "COMMAND -h" print the same, whatever else is given before.
riwalk help generate >topic
riwalk generate grid --rows 3 --to mtx -h | cmp - topic
riwalk help generate --all >topic
riwalk generate --help-all grid --rows x | cmp - topic
each help nothing 'embed --spellings'
# Names of other programs and of earlier versions, from the tables of options.
riwalk help --spellings
each '' --version 'info --version' '-q --version'
