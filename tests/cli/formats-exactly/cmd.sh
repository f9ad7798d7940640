# What a format writes, byte for byte; a graph that it cannot hold is refused, and written by another.
printf 'b c 0.1\na b 3\n' >edges.txt
printf '"a b",c\nc,d\n' >arcs.csv
printf '5 2 1\n2 4 3 1\n1 4\n1 1\n\n\n' >five.graph
printf '%%%%MatrixMarket matrix coordinate pattern general\n4 4 1\n3 1\n' >alone.mtx
printf 'a"b\t"c d"\n' >quoted.txt
printf '2 1 1\n2 16777217\n1 16777217\n' >heavy.graph # no weight of a float
each convert 'edges.txt - --weighted --to edgelist' 'edges.txt - --weighted --to mtx' 'arcs.csv - --directed --to edgelist' \
    'arcs.csv - --directed --to mtx' 'five.graph - --weighted --to metis' 'alone.mtx - --directed --to edgelist' \
    'heavy.graph - --weighted --to metis' 'arcs.csv --directed g.graph' 'edges.txt --weighted g.metis' 'quoted.txt g.txt' 'quoted.txt g.rwg'
# The ids of a .npy file, line by line.
printf 'a b\n' >two.txt
riwalk embed two.txt --walks 2 --epochs 1 -d 1 --no-metadata -q -o i.npy
for ids in 'a\nb\n' 'a\r\nb\r\n' 'a\rb\r' 'a\nb' '\nb\n' 'a\r\n\r\n' 'a\nb\nc\n' 'a\n'; do
    # shellcheck disable=SC2059 # escapes
    printf "$ids" >i.ids
    riwalk nearest i.npy b -n 1 | tail -n 1
done
ls
