# One sentence each; status 1 for what is in the files, 2 for what is on the command line.
printf '4 2\na 1 2\nb 3 4\nc 5 6\nd 7 8\n' >vectors.txt
printf 'a x\nb y\nc x\nd y\n' >labels.txt
each classify vectors.txt 'vectors.txt missing.txt' 'missing.txt labels.txt' '- -'
each 'classify vectors.txt labels.txt' '--ratios 0.5,1' '--ratios 0:0.9:0.1' '--ratios -0.5' '--ratios half' \
    '--ratios 0.1:0.9' '--ratios 0.9:0.1:0.1' '--ratios 0.1:0.9:0' '--ratios 0.1:0.9:-1' '--ratios 0.1:0.9:0.00001' \
    '--repeats 0' '--C 0' '--normalize standrad' '--predict -' '--predict labels.txt' '--write-splits ./vectors.txt'
try classify vectors.txt labels.txt --ratios "$(yes 1, | head -n 1000 | tr -d '\n')1" 2>error
sed 's/1,1.*1,1/.../' error >&2
printf 'a x\nb x\n' >one-class.txt
printf '1 x\n2 y\n' >others.txt
printf 'a x\nb "y\n' >quote.txt
each 'classify vectors.txt' one-class.txt others.txt 'others.txt --prefix usa' quote.txt
printf '2 2\na 1 2\nb nan 3\n' >nan.txt
try classify nan.txt labels.txt
