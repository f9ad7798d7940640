# What GraphWave has no use for is said before the work.
riwalk generate karate -o graph.txt
riwalk embed graph.txt -o v.txt --method graphwave --directed
riwalk embed graph.txt -o v.txt --method graphwave --epochs 3
riwalk embed graph.txt -o v.txt --method graphwave --walks 3
riwalk embed graph.txt -o v.txt --method graphwave --radius 3
riwalk embed graph.txt -o v.txt --method graphwave --p 3
riwalk embed graph.txt -o v.txt --heat-scales 1,2
riwalk embed graph.txt -o v.txt --method graphwave --heat-scales 1,,2
riwalk embed graph.txt -o v.txt --method graphwave --heat-scales many
riwalk embed graph.txt -o v.txt --method graphwave --heat-scales 0
riwalk embed graph.txt -o v.txt --method graphwave --heat-scales -1,2
riwalk embed graph.txt -o v.txt --method graphwave --heat-scales 1,2,3
riwalk embed graph.txt -o v.txt --method graphwave --dimensions 6
riwalk embed graph.txt -o v.txt --method graphwave --memory 1M --threads 1
ls
