# What may not be read or written is said in a sentence, and nothing is left behind. Root may do
# without what makes it mightier than others.
command -v setpriv >/dev/null || skip 'there is no setpriv'
ordinary() {
    [ "$(id -u)" != 0 ] || set -- setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-all "$@"
    "$@"
}
ordinary true 2>/dev/null || skip 'root cannot be made less mighty'
riwalk generate karate -o club.txt -q
cp club.txt secret.txt
mkdir closed fixed
chmod 0 secret.txt closed
chmod 555 fixed
refused() {
    ordinary riwalk "$@" 2>message
    echo "status $?: $(sed 's/[0-9a-f]\{16\}/KEY/' message)"
}
refused info secret.txt
refused info club.txt --node-types secret.txt
refused convert club.txt fixed/club.rwg
refused embed club.txt -o closed/v.txt -d 4
refused embed club.txt -o v.npy --trainer factor -d 4 --work closed
refused embed club.txt -o v.npy --trainer factor -d 4 --work fixed
refused track club.txt secret.txt -o moved.csv
refused track club.txt club.txt -o moved.csv --report fixed/moved.html
refused align club.txt club.txt -o pairs.csv --known secret.txt
refused report club.txt -o fixed/club.html
chmod 755 closed fixed
ls -A . closed fixed
