# Reading and writing one file would destroy it; links are seen through.
riwalk generate karate -o karate.txt
cp karate.txt copy.txt
ln karate.txt hard.txt
ln -s karate.txt soft.txt
seq 40 >nodes.txt
each convert 'karate.txt karate.txt' 'karate.txt ./hard.txt' 'soft.txt karate.txt' 'copy.txt --node-list karate.txt karate.txt'
try convert - karate.txt <karate.txt
riwalk convert karate.txt - >>karate.txt
each 'walks karate.txt' '-o karate.txt' '--node-list nodes.txt -o nodes.txt'
try walks - -o ./karate.txt <karate.txt
cmp karate.txt copy.txt && echo untouched
riwalk walks karate.txt --node-list nodes.txt | tail -n 1
