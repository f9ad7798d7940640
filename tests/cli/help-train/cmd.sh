riwalk train --help
riwalk train --help-all
