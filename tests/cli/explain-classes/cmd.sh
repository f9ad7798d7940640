# Roles name the anchor's degree class: where it differs, the comparison goes on without it.
riwalk generate karate -o karate.txt
riwalk explain karate.txt 1 12 --top 3
riwalk explain karate.txt 1 12 --top 3 --role-anchor drop >dropped.txt
tail -n 10 dropped.txt
riwalk explain karate.txt 1 12 --top 1 --json
