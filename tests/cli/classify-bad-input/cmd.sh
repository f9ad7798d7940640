# One sentence each; status 1 for what is in the files, 2 for what is on the command line.
printf '4 2\na 1 2\nb 3 4\nc 5 6\nd 7 8\n' >vectors.txt
printf 'a x\nb y\nc x\nd y\n' >labels.txt
try() {
    riwalk classify "$@" >out
    echo "status $?, $(wc -c <out) bytes of results"
}
try vectors.txt
try vectors.txt missing.txt
try missing.txt labels.txt
try vectors.txt labels.txt --ratios 0.5,1
try vectors.txt labels.txt --ratios 0:0.9:0.1
try vectors.txt labels.txt --ratios -0.5
try vectors.txt labels.txt --ratios half
try vectors.txt labels.txt --ratios 0.1:0.9
try vectors.txt labels.txt --ratios 0.9:0.1:0.1
try vectors.txt labels.txt --ratios 0.1:0.9:0
try vectors.txt labels.txt --ratios 0.1:0.9:-1
try vectors.txt labels.txt --ratios 0.1:0.9:0.00001
try vectors.txt labels.txt --ratios "$(awk 'BEGIN { for (i = 0; i < 1000; i++) printf "1,"; print 1 }')" \
    2>error
sed 's/1,1.*1,1/.../' error >&2
try vectors.txt labels.txt --repeats 0
try vectors.txt labels.txt --C 0
try vectors.txt labels.txt --normalize standrad
try - -
try vectors.txt labels.txt --predict -
try vectors.txt labels.txt --predict labels.txt
try vectors.txt labels.txt --write-splits ./vectors.txt
printf 'a x\nb x\n' >one-class.txt
try vectors.txt one-class.txt
printf '1 x\n2 y\n' >others.txt
try vectors.txt others.txt
try vectors.txt others.txt --prefix usa
printf 'a x\nb "y\n' >quote.txt
try vectors.txt quote.txt
printf '2 2\na 1 2\nb nan 3\n' >nan.txt
try nan.txt labels.txt
