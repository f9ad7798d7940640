# Little address space: what needs no LAPACK works, and what needs it says so. OpenBLAS itself would
# end the process, or try for ever.
nm -D "$(command -v riwalk)" 2>/dev/null | grep -q -e __asan -e __tsan && exit 77
riwalk generate karate -o graph.txt
ulimit -v 120000
riwalk info graph.txt | head -n 1
riwalk embed graph.txt -o vectors.txt --dimensions 8 --walks 10 --threads 1 && head -n 1 vectors.txt
timeout 60 riwalk embed graph.txt -o factor.txt --trainer factor --threads 1 2>message
echo "status $?"
grep -c -e '^riwalk: not enough memory' -e '^riwalk: cannot load' message
ls
