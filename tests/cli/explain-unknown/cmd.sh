riwalk generate karate -o karate.txt
try() {
    riwalk explain "$@"
    echo "status $?" >&2
}
try karate.txt 99
try karate.txt 01
try karate.txt 1 0
try karate.txt node
try - 35 <karate.txt
printf 'Alice Bob\nBob Carol\n' >names.txt
try names.txt alice
try names.txt Carrol
try names.txt Zacharias
try karate.txt
try karate.txt 1 2 3
