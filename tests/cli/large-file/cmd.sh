# A limit on the size of files is a failing write, and leaves nothing behind.
(ulimit -f 20 && riwalk generate erdos-renyi --nodes 20000 -o big.txt)
echo "status $?"
ls -A
