# What is told of nodes: by their names, with the reasons of changes; nodes without edges have no role.
track() {
    riwalk track "$@" -k 2 --json -q | grep -E '"(node|role|degree|turnover|p|reason)":'
}
# A path of four whose end becomes the middle of a star.
printf '0 1\n1 2\n2 3\n' >path.txt
printf '0 1\n0 3\n0 4\n0 5\n0 6\n' >star.txt
track path.txt star.txt
# Names that differ in their numbers: 30 has 10, 20 and 40 before, 20 now.
printf '10 20\n20 30\n30 10\n30 40\n' >before.txt
printf '5 10\n10 20\n20 5\n20 30\n' >after.txt
track before.txt after.txt
# Who sent to none keeps no neighbours.
printf '1 0\n1 2\n2 3\n' >first.txt
printf '0 1\n1 2\n2 3\n' >then.txt
track first.txt then.txt --directed
printf '0 1\n1 2\n2 3\n3 0\n' >ring.txt
printf '4\n5\n' >alone.txt
printf '0 1\n1 2\n2 3\n3 0\n0 2\n' >chord.txt
track ring.txt chord.txt --node-list alone.txt
