# Values without meaning, options of another method, and graphs that struc2vec does not compare.
riwalk generate karate -o graph.txt
riwalk embed graph.txt -o v.txt --method struc2vec --layers -1
riwalk embed graph.txt -o v.txt --method struc2vec --layers deep
riwalk embed graph.txt -o v.txt --method struc2vec --candidates some
riwalk embed graph.txt -o v.txt --method struc2vec --compact-degrees maybe
riwalk embed graph.txt -o v.txt --method struc2vec --stay 0
riwalk embed graph.txt -o v.txt --method struc2vec --radius 2
riwalk embed graph.txt -o v.txt --method struc2vec --p 2
riwalk embed graph.txt -o v.txt --layers 2
riwalk embed graph.txt -o v.txt --method deepwalk --candidates all
riwalk embed graph.txt -o v.txt --method struc2vec --walk-length 1
riwalk embed graph.txt -o v.txt --method struc2vec --directed
riwalk embed graph.txt -o v.txt --method struc2vec --memory 1k --threads 1 2>&1 |
    sed 's/least [0-9.]* MB/least N MB/'
ls
