# docs/spellings.md is made from the tables of options.
riwalk help --spellings | diff -u "$(dirname "$0")/../../../docs/spellings.md" -
