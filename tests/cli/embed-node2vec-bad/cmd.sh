# Values without meaning, options of another method, and weights that walks cannot go by.
printf 'a b 1\nb c -2\n' >negative.txt
printf 'a b 1\nb c 2\n' >graph.txt
riwalk embed graph.txt -o v.txt --method node2vec --p 0
riwalk embed graph.txt -o v.txt --method node2vec --p -1
riwalk embed graph.txt -o v.txt --method node2vec --q nan
riwalk embed graph.txt -o v.txt --method node2vec --q inf
riwalk embed graph.txt -o v.txt --p 2
riwalk embed graph.txt -o v.txt --method deepwalk --q 2
riwalk embed graph.txt -o v.txt --method deepwalk --radius 2
riwalk embed graph.txt -o v.txt --method deepwalk --walk-length 1
riwalk embed graph.txt -o v.txt --balance 0.2
riwalk embed graph.txt -o v.txt --combine deepwalk --balance 2
riwalk embed graph.txt -o v.txt --combine riwalk-sp
riwalk embed graph.txt -o v.txt --combine deepwalk --dimensions 1
riwalk embed graph.txt -o v.txt --combine deepwalk --method deepwalk
riwalk embed graph.txt -o v.txt --combine deepwalk --directed --method graphwave
riwalk embed negative.txt -o v.txt --method node2vec --weighted
ls
