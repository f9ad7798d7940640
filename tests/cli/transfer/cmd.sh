awk 'BEGIN {
    print 24, 1
    for (i = 0; i < 24; i++)
        print (i < 12 ? "usa:" : "europe:") i % 12, (i % 4 == 0) * 9 + i / 100
}' >vectors.txt
awk 'BEGIN { for (i = 0; i < 12; i++) print i, i % 4 }' >usa.group
awk 'BEGIN { for (i = 0; i < 12; i++) print i, i % 4 ? "other" : "hub" }' >europe.group
riwalk transfer vectors.txt usa.group europe.group --positive 0:hub
riwalk transfer vectors.txt europe.group usa.group --positive hub:0 --json
cp usa.group labels.txt
riwalk transfer vectors.txt labels.txt europe.group --positive 0:hub
riwalk transfer vectors.txt labels.txt europe.group --positive 0:hub --train-prefix usa | tail -n 2
riwalk transfer vectors.txt usa.group usa.group --positive 0 | tail -n 2
riwalk transfer vectors.txt usa.group europe.group --positive 9:hub
riwalk transfer vectors.txt usa.group europe.group | tail -n 2
# A label with a colon is one where both files have it; otherwise the text is split.
sed 's/ 0/ x:0/' usa.group >x.group
sed 's/hub/x:0/' europe.group >y.group
riwalk transfer vectors.txt x.group y.group --positive x:0 --train-prefix usa --test-prefix europe | tail -n 2
riwalk transfer vectors.txt x.group - --positive x:0 --train-prefix usa --test-prefix europe <y.group | tail -n 2
sed 's/hub/0/; s/other/x/' europe.group >z.group
riwalk transfer vectors.txt x.group z.group --positive x:0 --train-prefix usa --test-prefix europe
riwalk transfer vectors.txt z.group usa.group --positive x:0 --train-prefix europe | tail -n 2
cat usa.group | riwalk transfer vectors.txt /dev/stdin europe.group --train-prefix usa --positive 0:hub | tail -n 2
riwalk transfer vectors.txt - -
echo '0 same' >same.txt
riwalk transfer vectors.txt same.txt europe.group --train-prefix usa
# Two files of vectors are as good as one with both graphs.
(echo 12 1 && sed -n 's/^usa://p' vectors.txt) >usa.txt
(echo 12 1 && sed -n 's/^europe://p' vectors.txt) >europe.txt
riwalk transfer usa.txt usa.group europe.group --test-vectors europe.txt --positive 0:hub >apart.txt
riwalk transfer vectors.txt usa.group europe.group --positive 0:hub | cmp - apart.txt
riwalk transfer - usa.group europe.group --test-vectors -
(echo 12 2 && sed -n 's/^europe:\(.*\)/\1 0/p' vectors.txt) >wide.txt
riwalk transfer usa.txt usa.group europe.group --test-vectors wide.txt --positive 0:hub
# Classes are joined by name: one is new, and of two that are as frequent the first counts as the majority.
printf '7 1\n0 -5\n1 -4\n2 4\n3 5\n4 6\n5 -6\n6 7\n' >line.txt
printf '0 low\n1 low\n2 high\n3 high\n' >train.txt
printf '4 high\n5 low\n6 new\n' >test.txt
riwalk transfer line.txt train.txt test.txt --json
riwalk transfer line.txt train.txt train.txt --json | grep both
