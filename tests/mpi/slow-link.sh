#!/bin/sh
# SPDX-License-Identifier: MIT
# By hand, as root: two ranks on two "hosts", which are network namespaces joined by a slow link (tc netem),
# over TCP. The bytes are those of one process, and what went over the link is counted by the kernel.
#
#   tests/mpi/slow-link.sh RIWALK RIWALK-MPI GRAPH [OPTIONS OF EMBED...]
#
# It uses MPICH, whose launcher takes any program in the place of ssh: RIWALK-MPI must be built with
# -DMPI_C_COMPILER=mpicc.mpich.
set -eu
riwalk=$1 mpi=$2 graph=$(realpath "$3")
shift 3
work=$(mktemp -d)
link() { ip netns exec rw0 ip -s -j link show rw-a | tr ',' '\n' | sed -n 's/.*"bytes":\([0-9]*\).*/\1/p' | paste -s -d ' '; }
# 100 Mb/s and 5 ms, or the rate alone, as far as the kernel can.
slow() {
    ip netns exec "$1" tc qdisc add dev "$2" root netem delay 5ms 1ms rate 100mbit 2>/dev/null ||
        ip netns exec "$1" tc qdisc add dev "$2" root tbf rate 100mbit burst 64kb latency 50ms 2>/dev/null ||
        echo "the kernel has neither netem nor tbf: the link is not slow"
}
end() {
    ip netns del rw0 2>/dev/null || true
    ip netns del rw1 2>/dev/null || true
    rm -rf "$work"
}
trap end EXIT

ip netns add rw0
ip netns add rw1
ip link add rw-a netns rw0 type veth peer name rw-b netns rw1
for side in 0:a:1 1:b:2; do
    IFS=: read -r n end_name host <<END
$side
END
    ip netns exec "rw$n" ip addr add "10.77.0.$host/24" dev "rw-$end_name"
    ip netns exec "rw$n" ip link set "rw-$end_name" up
    ip netns exec "rw$n" ip link set lo up
    slow "rw$n" "rw-$end_name"
done

# In the place of ssh: HOST COMMAND... runs in the namespace that has the address.
cat >"$work/launch" <<'END'
#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
host=$1
shift
exec ip netns exec "rw$((${host##*.} - 1))" sh -c "$*"
END
chmod +x "$work/launch"
printf '10.77.0.1\n10.77.0.2\n' >"$work/hosts"

"$riwalk" embed "$graph" -o "$work/one.npy" -q "$@"
before=$(link)
start=$(date +%s)
ip netns exec rw0 mpiexec.hydra -launcher ssh -launcher-exec "$work/launch" -f "$work/hosts" -n 2 -ppn 1 \
    -iface rw-a -genv MPIR_CVAR_NOLOCAL 1 -genv UCX_TLS tcp,self -genv FI_PROVIDER tcp \
    "$mpi" embed "$graph" -o "$work/ranks.npy" -v "$@"
echo "seconds: $(($(date +%s) - start)); bytes received and sent by host 0 before: $before; after: $(link)"
cmp "$work/one.npy" "$work/ranks.npy" && echo "same bytes"
