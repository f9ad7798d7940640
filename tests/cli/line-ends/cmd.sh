# Lines that end in CR alone are lines, in every text that is read; CR in the middle of a line is
# refused.
printf '1 2\r2 3\r3 4\r' >graph.txt
riwalk info graph.txt | head -n 2
printf '%%%%MatrixMarket matrix coordinate pattern symmetric\r3 3 2\r2 1\r3 2\r' >graph.mtx
riwalk info graph.mtx | head -n 2
printf '3 2\r2\r1 3\r2\r' >graph.graph
riwalk info graph.graph | head -n 2
printf 'a b c\ra b\ra\r' >corpus.txt
riwalk train corpus.txt -o vectors.txt --epochs 0 --dimensions 2 && cut -d ' ' -f 1 vectors.txt
printf '3 2\r1 0 1\r2 1 0\r3 1 1\r' >v.txt
riwalk nearest v.txt 1 -n 1
printf '1 2\n2 3\r3 4\r' | riwalk info -
printf '3 1\n1 0\n2 1\n3 1\n' >v.txt
printf '1 x\n2 y\r3 y\n' | riwalk cluster v.txt --labels -
true
