# Processors without AVX2, emulated: an instruction that one of them lacks would end the command
# there. The vectors are those of the plain kernels, byte for byte. (The emulator's own AVX2 is
# wrong in version 7.2, so nothing is said about that.)
command -v qemu-x86_64 >/dev/null && [ "$(uname -m)" = x86_64 ] || skip 'there is no emulator of x86-64'
# A sanitizer needs more address space than the emulator gives.
skip_sanitized
riwalk generate karate -o graph.txt
set -- embed graph.txt --walks 10 --epochs 2 --threads 1 --no-metadata
RIWALK_ISA=scalar riwalk "$@" -o here.txt
unset RIWALK_ISA
for cpu in core2duo Nehalem SandyBridge; do
    qemu-x86_64 -cpu "$cpu" "$(command -v riwalk)" "$@" -o "$cpu.txt" -v 2>&1 | grep -o 'scalar'
    cmp here.txt "$cpu.txt" && echo "$cpu: the same"
done
