# A command that writes files ends with one line: which ones, how large, and how long it took.
say() {
    riwalk "$@" 2>&1 | sed 's/ in [0-9]*\.[0-9] s$/ in TIME/'
}
say generate karate -o g.txt --labels labels.txt
say convert g.txt g.rwg
small='--walks 2 --epochs 1'
say embed g.txt -o v.npy $small --save-model m.rwm --report report.json
say embed g.txt -o v.bin $small --no-metadata
say transform m.rwm g.txt -o t.npy
say walks g.txt -o walks.txt --walks 3
say train walks.txt -o w.npy --epochs 1 -d 2
say plot v.npy -o v.svg --places places.txt | sed 's/([0-9.]* kB)/(SIZE)/'
# The size is that of the file.
riwalk convert g.txt - >copy
say convert g.txt again.txt | grep -c "($(wc -c <copy) B)"
# Nothing is said of streams and devices, nor with -q, nor where the work fails.
say convert g.txt - | tail -n 1
say convert g.txt /dev/null
say embed g.txt -o q.npy $small -q
say embed g.txt -o /dev/full $small --no-metadata
