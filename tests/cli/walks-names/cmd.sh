# Ids that would be taken for roles, or for several words, are refused; not where they do no harm.
printf 'r1.2 b\nb c\n' >roles.txt
riwalk walks roles.txt -o out.txt
echo "status $?"
riwalk walks roles.txt --as-nodes --walks 1 --walk-length 3
printf 'New York,Boston\nBoston,Rome\n' >blanks.csv
riwalk walks blanks.csv -o out.txt
echo "status $?"
riwalk walks blanks.csv --as-nodes -o out.txt
echo "status $?"
riwalk explain blanks.csv 'New York'
ls
