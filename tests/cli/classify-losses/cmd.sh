# What is left out is said, and -q says nothing.
awk 'BEGIN { print 12, 1; for (i = 0; i < 12; i++) print i, (i % 2) * 9 }' >vectors.txt
{
    echo 'node label'
    awk 'BEGIN { for (i = 2; i < 12; i++) print i, i % 2 ? "odd" : "even" }'
    echo '77 odd'
    echo '1'
    echo '0 lonely'
} >labels.txt
riwalk classify vectors.txt labels.txt --ratios 0.5 --repeats 4 | tail -n 1 | cut -c 1-21
riwalk classify -q vectors.txt labels.txt --ratios 0.5 --repeats 4 --json | grep lines_
riwalk classify -q vectors.txt labels.txt --ratios 0.5 --repeats 4 | wc -l
