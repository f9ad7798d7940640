riwalk info --format mxt graph.txt
riwalk info --delimiter dot graph.txt
riwalk info --header= graph.txt
riwalk info --progress sometimes graph.txt
riwalk generate kartae
riwalk completion fish
