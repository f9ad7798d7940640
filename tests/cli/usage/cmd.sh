# What is wrong with a command line, in a sentence: commands, arguments, options, choices, values and numbers.
each '' 'inof graph.txt' generat frobnicate - '-- inof' 'help gnerate' --verison
try ''
each '' info 'info one two' 'convert one' 'convert one two three' generate 'help info convert' completion
# The nearest option is suggested; a shortened name is not accepted, but recognised.
each info '--drected graph.txt' '--weigthed graph.txt' '--form mtx graph.txt' '--formt=mtx graph.txt' \
    '--xyzzy graph.txt' '-z graph.txt' '-qz graph.txt'
each info '--format mxt graph.txt' '--delimiter dot graph.txt' '--header= graph.txt' '--progress sometimes graph.txt'
each '' 'generate kartae' 'completion fish'
# A letter that is an option's whole name; of words that begin alike, the shortest.
each embed '-p 1 graph.txt' '--weight 2 graph.txt'
# A value that is missing, empty, or given where there is none to give.
each 'generate karate' -o --output '--output --labels x' --output=
each info '--json=yes graph.txt' --node-list
each 'generate erdos-renyi --nodes' 12x 1e3 0x10 0 -5 4294967295
try generate erdos-renyi --nodes ' 7'
try generate erdos-renyi --nodes=
each 'generate erdos-renyi --degree' ten 3.5.1 nan 1e400 -1
each generate 'erdos-renyi --seed 18446744073709551616' 'karate --threads 5000'
# Options that have no effect on this kind of graph, and values that only the library can judge, as they depend on each other.
each generate 'grid --nodes 7' 'karate --seed 7' 'rmat --labels labels.txt' 'erdos-renyi --scale 5' \
    'barabasi-albert --degree 5' 'shapes --clique 5' 'erdos-renyi --nodes 10 --degree 50 -o out.txt' \
    'barabasi-albert --nodes 5 --edges-per-node 5 -o out.txt'
ls
