# Reading and writing one file would destroy it; links are seen through.
riwalk generate karate -o karate.txt
cp karate.txt copy.txt
ln karate.txt hard.txt
ln -s karate.txt soft.txt
riwalk convert karate.txt karate.txt
riwalk convert karate.txt ./hard.txt
riwalk convert soft.txt karate.txt
riwalk convert - karate.txt <karate.txt
riwalk convert karate.txt - >>karate.txt
riwalk convert copy.txt --node-list karate.txt karate.txt
cmp karate.txt copy.txt && echo untouched
