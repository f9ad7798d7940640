# Ids come back exactly as they were written: no zero, sign, letter or digit is lost.
cat >ids.txt <<'END'
007 7
+1 1
1e3 1000
alice Bob
zoë -3
0x10 18446744073709551616
END
printf '%s\n' lonely >nodes.txt
for out in txt.gz txt.zst rwg rwg.gz; do
    riwalk convert ids.txt out.$out
    riwalk convert out.$out - | grep -v '^source target$' | tr ' ' '\n' | sort >back
    tr ' ' '\n' <ids.txt | sort | cmp - back && echo "$out"
done
# Numbers that fit keep their order as numbers, negative ones too.
printf '%s\n' '10 -2' '9223372036854775807 10' '-9223372036854775808 -2' >numbers.txt
riwalk convert numbers.txt -
# A node without edges lives on where the format has room for it.
riwalk convert ids.txt out.rwg --node-list nodes.txt
riwalk info out.rwg | grep isolated
