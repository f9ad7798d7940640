# Names of other programs and of earlier versions, from the tables of options.
riwalk help --spellings
