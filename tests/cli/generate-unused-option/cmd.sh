riwalk generate grid --nodes 7
riwalk generate karate --seed 7
riwalk generate rmat --labels labels.txt
riwalk generate erdos-renyi --scale 5
riwalk generate barabasi-albert --degree 5
riwalk generate shapes --clique 5
ls
