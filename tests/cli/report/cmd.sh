# A page of its own: the same bytes on any number of threads, complete or absent, to a file, a stream
# or a compressed file.
riwalk generate karate -o club.txt --labels sides.txt -q
for threads in 1 2 3; do
    riwalk report club.txt --labels sides.txt --title 'Club & <co>' --threads $threads -o page.html
    mv page.html $threads.html
done
# How it was made has the command line, and so the number of threads.
for threads in 1 2 3; do
    sed "s/threads $threads/threads N/" $threads.html >same.$threads
    cmp same.1 same.$threads
done
grep -c '<script' 1.html
grep -o '{"title".*' 1.html
grep -A 1 '^\["command"' 1.html
# What the page refers to is in it.
grep -E -c '(src|href)=|url\(|@import|https?://' 1.html
grep -E -o 'https?://[a-z0-9./]*' 1.html | sort -u
riwalk report - -o - --labels sides.txt -k 3 <club.txt >stream
riwalk report club.txt --labels sides.txt -k 3 -o page.html.gz
gzip -dc page.html.gz | wc -l >lines
wc -l <stream | cmp - lines
# Vectors that were made before, of two graphs together; how they were made stands beside them.
riwalk generate shapes -o shapes.txt -q
riwalk embed club.txt shapes.txt -o both.npy --dimensions 8 --trainer factor -q
riwalk report club.txt both.npy --prefix club -k 2 -o both.html
grep -A 1 '^\["embedding"' both.html
# Nodes without a vector are in the graph alone; vectors that are all the same are in no place.
printf '1 2\n2 3\n3 1\n' >triangle.txt
printf '2 2\n1 1 0\n2 0 1\n' >some.txt
printf '3 2\n1 1 0\n2 1 0\n3 1 0\n' >same.txt
riwalk report triangle.txt some.txt -k 2 -o some.html
riwalk report triangle.txt same.txt -o same.html
grep -c '^"pca"' some.html same.html
true
