riwalk inof graph.txt
riwalk generat
riwalk frobnicate
riwalk ''
