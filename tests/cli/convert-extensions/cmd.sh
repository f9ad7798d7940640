# An extension that stands for no format is refused before anything is read.
each 'convert missing.txt' x.foo x.gml x.v2.gz x.npz
each 'generate karate -o' karate.foo 'karate.foo --to edgelist' karate
cmp karate karate.foo && ls
