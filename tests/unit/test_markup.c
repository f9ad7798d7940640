/* SPDX-License-Identifier: MIT */
/* GraphML, GEXF and node-link JSON: what is kept of a file, and what options make of it. Whole
 * files come back in test_formats.c, malformed ones are in tests/mangled. */
#include "base/json.h"
#include "base/text.h"
#include "base/xml.h"
#include "graph/graph.h"
#include "unit/test.h"

#define GRAPHML(text) "<graphml xmlns='x'>" text "</graphml>"
#define WEIGHT_KEY "<key id='d0' for='edge' attr.name='weight' attr.type='double'/>"

typedef struct how {
    bool directed, weighted, undirected, unweighted;
    const char *types;
} how;

static riwalk_status read_as(const char *text, how h, riwalk_graph **graph, riwalk_error *error)
{
    riwalk_read_options options =
        WITH(riwalk_read_options, it.directed = h.directed, it.weighted = h.weighted,
             it.undirected = h.undirected, it.unweighted = h.unweighted,
             it.types_attribute = h.types, it.run.threads = 1);

    return riwalk_graph_read_from(riwalk_from_memory(text, strlen(text), "test"), &options, graph,
                                  error);
}

static void check_as(const char *text, how h, const char *expected)
{
    scoped_graph *graph = NULL;
    riwalk_error error = {0};

    if (read_as(text, h, &graph, &error))
        fail_msg("%s", error.message);
    assert_string_equal(text_of(graph), expected);
}

static void check(const char *text, const char *expected)
{
    check_as(text, (how){0}, expected);
}

static void check_refused(const char *text, how h, const char *message)
{
    riwalk_graph *graph = NULL;
    riwalk_error error = {0};

    assert_int_not_equal(read_as(text, h, &graph, &error), RIWALK_STATUS_OK);
    assert_string_equal(error.message, message);
}

/* ---- The same graph in all formats ---- */

static const char *const undirected[] = {
    GRAPHML("<graph edgedefault='undirected'><node id='a'/><node id='b'/><node id='c'/>"
            "<edge source='a' target='b'/></graph>"),
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- a comment -->\n"
    "<!DOCTYPE graphml SYSTEM \"a '>[.dtd\">\n"
    "<graphml><graph id='G'>\n<edge source='b' target='a'><data key='k'>x</data></edge>\n"
    "<node id='b'><data key='k'><![CDATA[<node id='no'/>]]></data></node><node id='c'></node >"
    "<node\n\tid = 'a'  /></graph></graphml>\n<?end?>",
    "<g:graphml xmlns:g='x' xmlns:y='y'><g:graph edgedefault='undirected'><g:node id='a'>"
    "<y:node id='not ours'/></g:node><g:node id='b'/><g:node id='c'/>"
    "<g:edge source='a' target='b'/></g:graph></g:graphml>",
    GRAPHML("<graph><node id='a'><graph><node id='b'/><node id='c'/></graph></node>"
            "<edge source='a' target='b'/></graph>"),
    "<gexf version='1.2'><graph><nodes><node id='a' label='A'><nodes><node id='b'/></nodes></node>"
    "<node id='c' pid='a'/></nodes><edges><edge id='0' source='a' target='b'/></edges></graph>"
    "</gexf>",
    "\xef\xbb\xbf<gexf><graph defaultedgetype='undirected' mode='static'><meta/>"
    "<edges><edge source='b' target='a'/></edges>"
    "<nodes><node id='c'><viz:color r='1' g='2' b='3'/></node><node id='b'/><node id='a'/></nodes>"
    "</graph></gexf>",
    "{\"nodes\": [{\"id\": \"a\"}, {\"id\": \"b\"}, {\"id\": \"c\"}], \"links\": [{\"source\": "
    "\"a\", "
    "\"target\": \"b\"}]}",
    " {\"edges\":[{\"target\":\"b\",\"key\":0,\"source\":\"\\u0061\",\"weight\":null}],"
    "\"x\":[{},[],[[1,-2.5e+3,{\"nodes\":[]}],NaN,-Infinity,true]],\"directed\":false,"
    "\"nodes\":[{\"color\":{\"id\":1},\"id\":\"a\"},{\"id\":\"c\"},{\"id\":\"b\"}]} \n",
};

TEST(files_mean_what_they_say)
{
    for (size_t i = 0; i < ELEMENTS(undirected); i++) {
        check(undirected[i], "[a]-b [b]-a [c]");
        check_as(undirected[i], (how){.directed = true}, "[a]>b [b]>a [c]");
        check_as(undirected[i], (how){.undirected = true, .unweighted = true}, "[a]-b [b]-a [c]");
        check_refused(undirected[i], (how){.weighted = true},
                      "test: weights were requested, but the edges of this file have none");
    }
}

TEST(directions_are_kept)
{
    static const char *const texts[] = {
        GRAPHML("<graph edgedefault='directed'><node id='a'/><node id='b'/>"
                "<edge source='b' target='a'/></graph>"),
        GRAPHML("<graph edgedefault='undirected'><node id='a'/><node id='b'/>"
                "<edge source='b' target='a' directed='true'/></graph>"),
        "<gexf><graph defaultedgetype='directed'><nodes><node id='a'/><node id='b'/></nodes>"
        "<edges><edge source='b' target='a'/></edges></graph></gexf>",
        "<gexf><graph><nodes><node id='a'/><node id='b'/></nodes>"
        "<edges><edge source='b' target='a' type='directed'/></edges></graph></gexf>",
        "{\"links\": [{\"source\": \"b\", \"target\": \"a\"}], \"directed\": true}",
    };

    EACH (text, texts) {
        check(*text, "[a] [b]>a");
        check_as(*text, (how){.directed = true}, "[a] [b]>a");
        check_as(*text, (how){.undirected = true}, "[a]-b [b]-a");
    }
    check("<gexf><graph defaultedgetype='mutual'><nodes><node id='a'/><node id='b'/></nodes>"
          "<edges><edge source='a' target='b' weight='2'/></edges></graph></gexf>",
          "[a]>b=2 [b]>a=2");
}

TEST(mixed_directions_are_refused_unless_they_are_left_out)
{
    const char *text = GRAPHML("<graph edgedefault='directed'><node id='a'/><node id='b'/>\n"
                               "<edge source='a' target='b'/>\n"
                               "<edge source='b' target='a' directed='false'/></graph>");

    check_refused(text, (how){0},
                  "test:3: this edge is not directed, and others are: `undirected` reads all of "
                  "them without directions");
    check_as(text, (how){.undirected = true}, "[a]-b [b]-a");
    check_refused(text, (how){.directed = true, .undirected = true},
                  "a graph is read with or without directions, with or without weights, not both");
}

TEST(weights_are_kept)
{
    static const char *const texts[] = {
        GRAPHML(WEIGHT_KEY "<key id='d1' for='node' attr.name='weight'/>"
                           "<graph><node id='a'><data key='d1'>-5</data></node><node id='b'/>"
                           "<node id='c'/><edge source='a' target='b'><data key='d0'> 2.5\n"
                           "</data></edge><edge source='b' target='c'/></graph>"),
        /* networkx has a key for each type. */
        GRAPHML(WEIGHT_KEY "<key id='d1' for='edge' attr.name='weight' attr.type='long'/><graph>"
                           "<node id='a'/><node id='b'/><node id='c'/>"
                           "<edge source='a' target='b'><data key='d0'>2<!-- . -->.5</data></edge>"
                           "<edge source='b' target='c'><data key='d1'>1</data></edge></graph>"),
        GRAPHML("<key id='d0' for='edge' attr.name='weight'><default>1</default></key><graph>"
                "<node id='a'/><node id='b'/><node id='c'/>"
                "<edge source='a' target='b'><data key='d0'>25e-1</data></edge>"
                "<edge source='b' target='c'/></graph>"),
        "<gexf><graph><nodes><node id='a'/><node id='b'/><node id='c'/></nodes><edges>"
        "<edge source='b' target='c'/><edge source='a' target='b' weight='2.5'/></edges></graph>"
        "</gexf>",
        ("{\"links\": [{\"source\": \"b\", \"target\": \"c\"}, {\"source\": \"a\", \"weight\": "
         "2.5, "
         "\"target\": \"b\"}]}"),
    };

    EACH (text, texts) {
        check(*text, "[a]-b=2.5 [b]-a=2.5-c=1 [c]-b=1");
        check_as(*text, (how){.weighted = true}, "[a]-b=2.5 [b]-a=2.5-c=1 [c]-b=1");
        check_as(*text, (how){.unweighted = true}, "[a]-b [b]-a-c [c]-b");
    }
}

TEST(an_attribute_is_the_type_of_nodes)
{
    static const char *const texts[] = {
        GRAPHML("<key id='d0' for='node' attr.name='kind'/><key id='d1' for='edge' "
                "attr.name='kind'/><key id='d2' for='node' attr.name='other'/><graph>"
                "<node id='b'><data key='d2'>x</data><data key='d0'>shop</data></node>"
                "<node id='a'><data key='d0'>a &amp; b</data></node>"
                "<edge source='a' target='b'><data key='d1'>z</data></edge></graph>"),
        GRAPHML("<key id='d0' for='node' attr.name='kind'><default>shop</default></key><graph>"
                "<node id='b'/><node id='a'><data key='d0'>a &amp; b</data></node>"
                "<edge source='a' target='b'/></graph>"),
        "<gexf><graph><attributes class='edge'><attribute id='0' title='kind'/></attributes>"
        "<attributes class='node'><attribute id='1' title='kind'><default>shop</default>"
        "</attribute></attributes><nodes><node id='b'><attvalues><attvalue for='0' value='z'/>"
        "</attvalues></node><node id='a'><attvalues><attvalue for='1' value='a &amp; b'/>"
        "</attvalues></node></nodes><edges><edge source='a' target='b'><attvalues><attvalue "
        "for='1' value='z'/></attvalues></edge></edges></graph></gexf>",
        ("{\"nodes\": [{\"id\": \"b\", \"kind\": \"shop\"}, {\"kind\": \"a \\u0026 b\", \"id\": "
         "\"a\"}], \"links\": [{\"source\": \"a\", \"target\": \"b\", \"kind\": 3}]}"),
    };

    EACH (text, texts) {
        check_as(*text, (how){.types = "kind"}, "[a]:a & b-b [b]:shop-a");
        check_as(*text, (how){0}, "[a]-b [b]-a");
        check_refused(*text, (how){.types = "type"},
                      "test: no node has the attribute 'type' for its type: is it spelled as in "
                      "the file?");
    }
    check_as("{\"nodes\": [{\"id\": 1, \"bank\": true}, {\"id\": 2, \"bank\": false}], "
             "\"links\": [{\"source\": 1, \"target\": 2}]}",
             (how){.types = "bank"}, "[1]:true-2 [2]:false-1");
    check_refused(
        "{\"nodes\": [{\"id\": 1, \"bank\": 7}, {\"id\": 2, \"bank\": null}], \"links\": []}",
        (how){.types = "bank"}, "test: the node '2' has no type: give each node one");
    check_refused("1 2\n", (how){.types = "bank"},
                  "test: nodes have attributes in GraphML, GEXF and node-link JSON only, and this "
                  "is not one of them: give the types in a separate file");
}

TEST(weights_that_cannot_be_used_may_be_left_out)
{
    const char *text = "{\"links\": [\n{\"source\": 1, \"target\": 2, \"weight\": -0.5}]}";

    check_refused(text, (how){0},
                  "test:2: the weight -0.5 is not usable: " RW_WEIGHTS_MUST
                  " (`unweighted` leaves all weights out)");
    check_as(text, (how){.unweighted = true}, "[1]-2 [2]-1");
}

TEST(parallel_edges_are_dropped_and_counted)
{
    scoped_graph *graph =
        graph_from("{\"multigraph\": true, \"edges\": [{\"source\": 1, \"target\": 2, \"weight\": "
                   "1}, {\"source\": 2, \"target\": 1, \"weight\": 3}, {\"source\": 2, "
                   "\"target\": 2, \"weight\": 9}]}",
                   NULL);

    assert_string_equal(text_of(graph), "[1]-2=3 [2]-1=3");
    assert_int_equal(graph->duplicates_dropped, 1);
    assert_int_equal(graph->self_loops_dropped, 1);
}

/* Arcs in both directions are one edge, and not the same edge twice. */
TEST(arcs_in_both_directions_are_no_duplicates)
{
    const char *text = "{\"directed\": true, \"links\": [{\"source\": 1, \"target\": 2}, "
                       "{\"source\": 2, \"target\": 1}, {\"source\": 2, \"target\": 1}]}";
    riwalk_read_options both = WITH(riwalk_read_options, it.undirected = true);
    scoped_graph *graph = graph_from(text, &both);

    assert_string_equal(text_of(graph), "[1]-2 [2]-1");
    assert_int_equal(graph->duplicates_dropped, 1);
    check_making(6, riwalk_graph, read_as(text, (how){.undirected = true}, &made, &failure));
}

TEST(ids_are_kept_as_they_are)
{
    check("<gexf><graph><nodes><node id='&lt;a &amp;&#x20;&quot;b&apos;&gt;'/><node "
          "id='\xc3\xa9&#233;'"
          "/><node id=' c\td '/></nodes></graph></gexf>",
          "[ c d ] [<a & \"b'>] [\xc3\xa9\xc3\xa9]");
    check("{\"nodes\": [{\"id\": \"\\\"\\\\\\/\\t\"}, {\"id\": \"\\u00e9\\ud83d\\ude00\"}]}",
          "[\"\\/\t] [\xc3\xa9\xf0\x9f\x98\x80]");
    check("{\"nodes\": [{\"id\": 7}, {\"id\": -12}, {\"id\": \"13\"}]}", "[-12] [7] [13]");
    check("{\"nodes\": [{\"id\": 7.0}, {\"id\": 1e3}, {\"id\": \"007\"}]}", "[007] [1e3] [7.0]");
    check("{\"nodes\": [{\"name\": \"x\"}, {}], \"links\": [{\"source\": 1, \"target\": 0}]}",
          "[0]-1 [1]-0");
}

/* igraph: ids n0, n1, ..., names in v_name. */
TEST(names_of_igraph_are_ids_where_all_nodes_have_one)
{
#define IGRAPH(a, b)                                                                               \
    GRAPHML("<key id='v_name' for='node' attr.name='name' attr.type='string'/>"                    \
            "<graph edgedefault='undirected'><node id='n0'>" a "</node><node id='n1'>" b           \
            "</node><edge source='n0' target='n1'/></graph>")
#define NAME(text) "<data key='v_name'>" text "</data>"

    check(IGRAPH(NAME("Z"), NAME("A &amp; B")), "[A & B]-Z [Z]-A & B");
    check(IGRAPH(NAME("Z"), NAME("Z")), "[n0]-n1 [n1]-n0");
    check(IGRAPH(NAME("Z"), ""), "[n0]-n1 [n1]-n0");
    check(IGRAPH(NAME("Z"), NAME("")), "[n0]-n1 [n1]-n0");
}

/* ---- Hostile files ---- */

static char *repeat(const char *before, const char *unit, size_t count, const char *after)
{
    size_t length = strlen(unit);
    char *text = malloc(strlen(before) + count * length + strlen(after) + 1), *at = text;

    at = stpcpy(at, before);
    for (size_t i = 0; i < count; i++)
        at = stpcpy(at, unit);
    strcpy(at, after);
    return text;
}

TEST(nothing_grows_without_end)
{
    const struct {
        char *text;
        const char *message;
    } cases[] = {
        {repeat("<gexf>\n", "<a>", 1000, ""), "test:2: elements are nested more than 200 deep"},
        {repeat("<gexf\n a='", "x", (1 << 20) + 1, "'/>"),
         "test:2: an attribute is longer than 1 MiB"},
        {repeat("{\"x\":\n", "[", 100000, ""), "test:2: values are nested more than 200 deep"},
        {repeat("{\"x\":\n", "{\"a\":", 100000, ""),
         "test:2: values are nested more than 200 deep"},
        {repeat("{\"nodes\": [{\"id\":\n\"", "x", (1 << 20) + 1, "\"}]}"),
         "test:2: a string is longer than 1 MiB"},
        {repeat("<graphml><key id='k' for='edge' attr.name='weight'>\n<default>", "1",
                (1 << 20) + 1, "</default></key></graphml>"),
         "test:2: a text is longer than 1 MiB"},
        {repeat("<graphml><key id='k' for='edge' attr.name='weight'><default>", "1<!---->\n",
                200000, "</default></key></graphml>"),
         "test:101: a text is longer than 1 MiB, or in more than 100 pieces"},
    };

    EACH (c, cases) {
        riwalk_graph *graph = NULL;

        check_says(FORMAT, c->message, read_as(c->text, (how){0}, &graph, &failure));
        free(c->text);
    }
}

/* Every beginning of a file is refused or, where only blanks are cut off, read. */
TEST(every_cut_is_refused)
{
    for (size_t i = 0; i < ELEMENTS(undirected); i++) {
        size_t whole = strlen(undirected[i]);
        const char *last = strrchr(undirected[i], *undirected[i] == ' ' ? '}' : '>');

        if (undirected[i][whole - 1] == '}')
            last = undirected[i] + whole - 1;
        if (strstr(undirected[i], "<?end?>"))
            last = strstr(undirected[i], "</graphml>") + 9;
        for (size_t cut = 8; cut < (size_t)(last - undirected[i]) + 1; cut++) {
            scoped char *text = strndup(undirected[i], cut);
            riwalk_read_options options =
                WITH(riwalk_read_options,
                     it.format = strstr(undirected[i], "graphml") ? RIWALK_FORMAT_GRAPHML
                                 : strstr(undirected[i], "gexf")  ? RIWALK_FORMAT_GEXF
                                                                  : RIWALK_FORMAT_NODE_LINK);
            riwalk_graph *graph = NULL;
            riwalk_error error = {0};

            assert_int_equal(riwalk_graph_read_from(riwalk_from_memory(text, cut, "cut"), &options,
                                                    &graph, &error),
                             RIWALK_STATUS_FORMAT);
            assert_true(error.line > 0);
        }
    }
}

TEST(every_failing_allocation_is_an_error)
{
    static const char *const texts[] = {
        GRAPHML(WEIGHT_KEY "<key id='v_name' for='node' attr.name='name'/><graph><node id='a&amp;'>"
                           "<data key='v_name'>x</data></node><node id='b'><data key='v_name'>y"
                           "<!-- -->z</data></node><edge source='b' target='a&amp;'>"
                           "<data key='d0'>2</data></edge></graph>"),
        "<gexf><graph><nodes><node id='a'/><node id='&lt;'/></nodes><edges><edge source='a' "
        "target='&lt;' weight='2'/></edges></graph></gexf>",
        "{\"nodes\": [{}, {}], \"links\": [{\"source\": 0, \"target\": \"\\u0031\", \"weight\": "
        "2}]}",
    };

    EACH (text, texts)
        check_making(6, riwalk_graph, read_as(*text, (how){0}, &made, &failure));
}

/* ---- Stored graphs ---- */

TEST(stored_graphs_can_be_read_as_less)
{
    const char *text = "{\"directed\": true, \"links\": [{\"source\": \"b\", \"target\": \"a\", "
                       "\"weight\": 2}, {\"source\": \"a\", \"target\": \"b\", \"weight\": 3}, "
                       "{\"source\": \"a\", \"target\": \"c\", \"weight\": 4}]}";
    riwalk_read_options both = WITH(riwalk_read_options, it.undirected = true);
    riwalk_read_options unweighted = WITH(riwalk_read_options, it.unweighted = true);
    scoped_graph *graph = graph_from(text, NULL);

    ok(riwalk_graph_write(graph, "g.rwg", NULL, &failure));
    scoped_graph *edges = MADE(graph, riwalk_graph_read, "g.rwg", &both);
    assert_string_equal(text_of(edges), "[a]-b=3-c=4 [b]-a=3 [c]-a=4");
    assert_int_equal(edges->duplicates_dropped, 0);
    check_making(4, riwalk_graph, riwalk_graph_read("g.rwg", &both, &made, &failure));
    scoped_graph *arcs = MADE(graph, riwalk_graph_read, "g.rwg", &unweighted);
    assert_string_equal(text_of(arcs), "[a]>b>c [b]>a [c]");
}

/* ---- Roles, places and colours ---- */

/* What is written of a graph with roles, places and colours. */
static char *write_drawn(const char *path)
{
    static const char *const roles[] = {"hub & <more>", NULL, "leaf"};
    static const double places[] = {0, 0, 1, 0.5, 4, 1};
    static const uint32_t colors[] = {0x0072B2, 0xD55E00, 0x00FF0A};
    riwalk_write_options options =
        WITH(riwalk_write_options, it.roles = roles, it.places = places, it.colors = colors);
    riwalk_read_options weighted = WITH(riwalk_read_options, it.weighted = true);
    scoped_graph *graph = graph_from("a b 2\nb \"c\\d\" 0.5\n", &weighted);

    check_status(ARGUMENT, riwalk_graph_write(graph, "x.txt", &options, &failure));
    ok(riwalk_graph_write(graph, path, &options, &failure));
    return read_file(path, NULL);
}

TEST(looks_are_written)
{
    scoped char *gexf = write_drawn("x.gexf"), *graphml = write_drawn("x.graphml");
    scoped char *json = write_drawn("x.json");

    assert_non_null(strstr(gexf, "<node id=\"a\" label=\"a\"><attvalues><attvalue for=\"role\" "
                                 "value=\"hub &amp; &lt;more&gt;\"/></attvalues>"
                                 "<viz:color r=\"0\" g=\"114\" b=\"178\"/>"
                                 "<viz:position x=\"-500\" y=\"-125\" z=\"0\"/></node>\n"));
    assert_non_null(strstr(gexf, "<node id=\"b\" label=\"b\"><viz:color"));
    assert_non_null(strstr(gexf, "<edge id=\"1\" source=\"b\" target=\"c\\d\" weight=\"0.5\"/>"));
    assert_non_null(strstr(graphml, "<node id=\"c\\d\"><data key=\"role\">leaf</data>"
                                    "<data key=\"x\">500</data><data key=\"y\">125</data>"
                                    "<data key=\"r\">0</data><data key=\"g\">255</data>"
                                    "<data key=\"b\">10</data></node>\n"));
    assert_non_null(strstr(json, "{\"id\": \"c\\\\d\", \"role\": \"leaf\", \"x\": 500, \"y\": 125, "
                                 "\"color\": \"#00ff0a\"}"));
}

TEST(texts_are_utf_8_or_not)
{
    char text[4];

    assert_true(rw_is_utf8("a\xc3\xa9\xf0\x9f\x98\x80", 7));
    assert_false(rw_is_utf8("a\xc3", 2)); /* cut */
    assert_false(rw_is_utf8("\xf0\x9f\x98\x80", 3));
    assert_false(rw_is_utf8("\xe9t\xe9", 3));       /* Latin-1 */
    assert_false(rw_is_utf8("\xed\xa0\x80", 3));    /* a surrogate */
    assert_false(rw_is_utf8("\xc0\x80 abcdef", 9)); /* too long for its character */
    assert_int_equal(rw_utf8_put(0x1F600, text), 4);
    assert_memory_equal(text, "\xf0\x9f\x98\x80", 4);
    assert_int_equal(rw_utf8_put(0x20AC, text), 3);
    assert_memory_equal(text, "\xe2\x82\xac", 3);
    assert_int_equal(rw_utf8_put(0xE9, text), 2);
    assert_int_equal(rw_utf8_put('a', text), 1);
    assert_int_equal(rw_utf8_put(0, text) + rw_utf8_put(0xD800, text) + rw_utf8_put(0x110000, text),
                     0);
}
