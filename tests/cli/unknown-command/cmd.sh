riwalk inof graph.txt
riwalk generat
riwalk frobnicate
riwalk ''
riwalk -
riwalk -- inof
riwalk help gnerate
