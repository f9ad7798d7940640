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
riwalk transfer vectors.txt - -
echo '0 same' >same.txt
riwalk transfer vectors.txt same.txt europe.group --train-prefix usa
