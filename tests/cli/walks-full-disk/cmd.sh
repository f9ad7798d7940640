# A write that fails is a failure, and leaves nothing behind.
riwalk generate karate-mirrored -o club.txt
for out in - /dev/full; do
    riwalk walks club.txt -o $out >/dev/full
    echo "status $?"
done
riwalk roles club.txt >/dev/full
echo "status $?"
riwalk roles club.txt --json >/dev/full
echo "status $?"
riwalk explain club.txt 1 2 >/dev/full
echo "status $?"
riwalk explain club.txt 1 --json >/dev/full
echo "status $?"
ls
