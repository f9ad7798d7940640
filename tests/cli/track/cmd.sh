# A ring whose node 50 becomes a hub; then all stays as it is. Tables do not depend on threads.
awk 'BEGIN { for (i = 0; i < 101; i++) { print i, (i + 1) % 101; print i, (i + 2) % 101 } }' >monday.txt
{ cat monday.txt; awk 'BEGIN { for (i = 0; i < 40; i++) print 50, (2 * i + 3) % 101 }'; } >tuesday.txt
riwalk track monday.txt tuesday.txt tuesday.txt -k 3 -n 2 -o changes.csv --threads 1 -q
head -n 3 changes.csv
grep '^50,' changes.csv | cut -d , -f 1-5,9
riwalk track monday.txt tuesday.txt tuesday.txt -k 3 -o again.tsv --plot roles.svg --threads 3 -q | tail -n 1 | cut -f 1-2
tr '\t' ',' <again.tsv | cmp - changes.csv
grep -c '<path\|<rect\|<polygon' roles.svg | awk '{ print ($1 > 3) }'
riwalk track monday.txt tuesday.txt -k 2 --json -q | sed -n 1,20p
# Windows of one file, in any order of lines, by number, name and date.
awk '{ print $1, $2, 100 + NR % 2 * 86400 }' tuesday.txt >timed.txt
riwalk track timed.txt --window 1d -k 2 -n 0 | sed -n '1p;8,10p' | cut -f 1
awk 'BEGIN { print "from,to,day" } { print $1 "," $2 ",2026-01-0" 1 + NR % 3 }' tuesday.txt >dated.csv
riwalk track dated.csv --window 1d --time-column day -k 2 -n 0 --growing | sed -n '9,11p' | cut -f 1
# A page, and JSON that has the reasons.
riwalk track monday.txt tuesday.txt -k 2 -n 0 -q --report page.html | head -n 1
grep -A 1 '"snapshots"' page.html
riwalk track monday.txt tuesday.txt -k 2 --json -q | grep -o 'degree 4 to 42, keeps 4 of 4 neighbours'
riwalk track monday.txt tuesday.txt -k 2 --json -q | grep -c '"reason": null'
# Times that are attributes of edges give the same windows as a column.
awk '{ t[++n] = $0 } END {
    printf "{\"links\": [" >"timed.json"; print "<gexf><graph><edges>" >"timed.gexf"
    print "<graphml><key id=\"t\" for=\"edge\" attr.name=\"when\"/><graph>" >"timed.graphml"
    for (i = 1; i <= n; i++) {
        split(t[i], f); ends = "source=\"" f[1] "\" target=\"" f[2] "\""
        printf "%s{\"source\": %d, \"target\": %d, \"when\": %d}", (i > 1 ? "," : ""), f[1], f[2], f[3] >"timed.json"
        print "<edge " ends " start=\"" f[3] "\"/>" >"timed.gexf"
        print "<edge " ends "><data key=\"t\">" f[3] "</data></edge>" >"timed.graphml"
    }
    print "]}" >"timed.json"; print "</edges></graph></gexf>" >"timed.gexf"; print "</graph></graphml>" >"timed.graphml"
}' timed.txt
riwalk track timed.txt --window 1d -k 2 -o column.csv -q >/dev/null
for file in timed.json:when timed.graphml:when timed.gexf:start; do
    riwalk track "${file%:*}" --time-column "${file#*:}" --window 1d -k 2 -o attribute.csv -q >/dev/null
    cmp column.csv attribute.csv && echo "$file"
done
# Too few nodes to compare with.
printf '1 2\n2 3\n3 4\n' >a.txt
printf '1 2\n2 3\n2 4\n' >b.txt
riwalk track a.txt b.txt | tail -n 1
