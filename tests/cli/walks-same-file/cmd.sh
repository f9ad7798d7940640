# The graph, or the list of its nodes, must not be written over.
riwalk generate karate -o karate.txt
cp karate.txt copy.txt
seq 40 >nodes.txt
riwalk walks karate.txt -o karate.txt
riwalk walks - -o ./karate.txt <karate.txt
riwalk walks karate.txt --node-list nodes.txt -o nodes.txt
cmp karate.txt copy.txt && echo untouched
riwalk walks karate.txt --node-list nodes.txt | tail -n 1
