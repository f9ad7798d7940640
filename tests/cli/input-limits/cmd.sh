# Small compressed files cannot ask for much memory, and too little of it is not called damage.
skip_sanitized

# A frame with a window of 2 to the power of 10 + $1, and the line "1 2".
frame() {
    printf '\050\265\057\375\000%b\041\000\0001 2\n' "\\0$(printf %o $(($1 * 8)))"
}

frame 17 >window-128m.zst
frame 18 >window-256m.zst
frame 21 >window-2g.zst
for file in window-*.zst; do
    riwalk info "$file" | head -n 1
done
(
    ulimit -v 120000
    riwalk info window-128m.zst
    echo "status $?"
)
head -c 100000000 /dev/zero | gzip -9 >zeros.gz
(
    ulimit -v 300000
    riwalk info zeros.gz 2>message
    echo "status $?"
    sed 's/[0-9]* bytes/N bytes/; s/[0-9]* MB/M MB/' message
)

# Blocks of 128 KB of zeros, which take four bytes each: 64 MB is read, 2 GB not.
python3 - <<'END'
for name, blocks in ("fine", 512), ("many", 16384):
    begin = b"\x28\xb5\x2f\xfd\0" + bytes([7 << 3])
    block = [(131072 << 3 | 1 << 1 | last).to_bytes(3, "little") + b"\0" for last in (0, 1)]
    open(name + ".zst", "wb").write(begin + block[0] * (blocks - 1) + block[1])
END
each info fine.zst many.zst

# Zeros in a .npz in gzip: the limit is that of the file, whatever the number of layers.
python3 - <<'END'
import gzip, io, zipfile

archive = io.BytesIO()
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as members:
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (25000000, 1), }"
    npy = b"\x93NUMPY\1\0v\0" + header.ljust(117).encode() + b"\n" + bytes(100000000)
    members.writestr("vectors.npy", npy)
with gzip.open("layers.npz.gz", "wb") as file:
    file.write(archive.getvalue())
END
(
    ulimit -v 300000
    riwalk nearest layers.npz.gz 0 2>message
    echo "status $?"
    sed 's/[0-9]* bytes/N bytes/; s/[0-9]* MB/M MB/' message
)
