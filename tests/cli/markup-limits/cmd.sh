# Nothing in GraphML, GEXF and JSON grows without end.
python3 - <<'END'
weight = "<graphml><key id='k' for='edge' attr.name='weight'>"
million = (1 << 20) + 1
for name, text in {
    "deep.gexf": "<gexf>\n" + "<a>" * 1000,
    "attribute.gexf": "<gexf\n a='" + "x" * million + "'/>",
    "arrays.json": '{"x":\n' + "[" * 100000,
    "objects.json": '{"x":\n' + '{"a":' * 100000,
    "string.json": '{"nodes": [{"id":\n"' + "x" * million + '"}]}',
    "text.graphml": weight + "\n<default>" + "1" * million + "</default></key></graphml>",
    "pieces.graphml": weight + "<default>" + "1<!---->\n" * 200000 + "</default></key></graphml>",
}.items():
    open(name, "w").write(text)
END
each info deep.gexf attribute.gexf arrays.json objects.json string.json text.graphml pieces.graphml
