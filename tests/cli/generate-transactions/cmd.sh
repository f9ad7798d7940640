# Payments have directions, amounts and planted roles; a seed gives the same ones every time.
riwalk generate transactions --markets 3 --labels roles.txt -o payments.txt
riwalk info payments.txt --directed --weighted | grep -v '^memory'
head -n 4 payments.txt
cut -d ' ' -f 2 roles.txt | sort | uniq -c | sed 's/^ *//'
riwalk generate transactions --markets 3 --threads 3 | cmp - payments.txt
riwalk generate transactions --markets 3 --noise 0.05 --seed 2 | riwalk info - --directed --weighted | grep checksum
riwalk generate transactions --noise 2
