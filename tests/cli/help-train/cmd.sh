riwalk train --help
