# The nearest option is suggested; a shortened name is not accepted, but recognised.
riwalk info --drected graph.txt
riwalk info --weigthed graph.txt
riwalk info --form mtx graph.txt
riwalk info --formt=mtx graph.txt
riwalk info --xyzzy graph.txt
riwalk info -z graph.txt
riwalk info -qz graph.txt
riwalk --verison
