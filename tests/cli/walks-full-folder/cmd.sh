# A disk that fills up while the corpus is written: the part that was written is removed. This needs
# a small file system of its own.
riwalk generate barabasi-albert --nodes 2000 --edges-per-node 3 -o graph.txt
mkdir small
mount -t tmpfs -o size=200k none small 2>/dev/null || exit 77
trap 'umount small' EXIT
for name in walks.txt walks.txt.gz walks.txt.zst; do
    riwalk walks graph.txt -o small/$name
    echo "status $?"
    ls -A small
done
