riwalk generate erdos-renyi --nodes 12x
riwalk generate erdos-renyi --nodes 1e3
riwalk generate erdos-renyi --nodes ' 7'
riwalk generate erdos-renyi --nodes 0x10
riwalk generate erdos-renyi --nodes=
riwalk generate erdos-renyi --nodes 0
riwalk generate erdos-renyi --nodes -5
riwalk generate erdos-renyi --nodes 4294967295
riwalk generate erdos-renyi --seed 18446744073709551616
riwalk generate erdos-renyi --degree ten
riwalk generate erdos-renyi --degree 3.5.1
riwalk generate erdos-renyi --degree nan
riwalk generate erdos-renyi --degree 1e400
riwalk generate erdos-renyi --degree -1
riwalk generate karate --threads 5000
