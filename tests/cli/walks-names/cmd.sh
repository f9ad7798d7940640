# Ids that would be taken for roles, or for several words, are refused; not where they do no harm.
printf 'r1.2 b\nb c\n' >roles.txt
try walks roles.txt -o out.txt
riwalk walks roles.txt --as-nodes --walks 1 --walk-length 3
printf 'New York,Boston\nBoston,Rome\n' >blanks.csv
each 'walks blanks.csv -o out.txt' '' --as-nodes
riwalk explain blanks.csv 'New York'
ls
