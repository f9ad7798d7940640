# Roles name the anchor's degree class: where it differs, the comparison goes on without it.
riwalk generate karate -o karate.txt
riwalk explain karate.txt 1 12 --top 3
riwalk explain karate.txt 1 12 --top 3 --role-anchor drop >dropped.txt
tail -n 10 dropped.txt
riwalk explain karate.txt 1 12 --top 1 --json
# So it does where the anchor's part is of several fields: arcs out and in, or a type and a class.
printf 'a b\nc b\nd b\nb e\ne a\n' >arcs.txt
riwalk explain arcs.txt a b --directed --top 1
printf 'a x\nb x\nc x\nd y\ne y\n' >types.txt
riwalk explain arcs.txt a e --node-types types.txt --top 1 | sed -n 3,5p
