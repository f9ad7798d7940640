/* SPDX-License-Identifier: MIT */
/* Matrix Market, METIS and .rwg in, and all formats out: read(write(g)) is g. What is malformed is
 * in tests/mangled, what is read is in tests/graphs. */
#include "graph/write.h"
#include "reference/sign.h"
#include "unit/test.h"

#define MAX_NODES 37

static riwalk_read_options reading(bool directed, bool weighted)
{
    static unsigned calls;
    riwalk_read_options options = DEFAULTS(riwalk_read_options);

    options.run.threads = calls++ % 8 ? 1 : 2; /* two are slow on small graphs and a busy machine */
    options.directed = directed;
    options.weighted = weighted;
    return options;
}

/* Reads a text that must be fine. */
static riwalk_graph *read_text(const char *text, const char *name, bool directed, bool weighted)
{
    riwalk_read_options options = reading(directed, weighted);

    return MADE(graph, riwalk_graph_read_from, riwalk_from_memory(text, strlen(text), name),
                &options);
}

static void assert_graphs_equal(const riwalk_graph *a, const riwalk_graph *b)
{
    assert_int_equal(a->node_count, b->node_count);
    assert_int_equal(a->arc_count, b->arc_count);
    assert_int_equal(a->directed, b->directed);
    assert_int_equal(!a->weights, !b->weights);
    assert_int_equal(a->names.kind, b->names.kind);
    assert_int_equal(riwalk_graph_type_count(a), riwalk_graph_type_count(b));
    for (uint32_t u = 0; u < a->node_count && a->types; u++)
        assert_string_equal(riwalk_graph_type_name(a, a->types[u]),
                            riwalk_graph_type_name(b, b->types[u]));
    assert_memory_equal(a->offsets, b->offsets, (a->node_count + 1) * sizeof *a->offsets);
    for (uint64_t i = 0; i < a->arc_count; i++) {
        assert_int_equal(a->neighbors[i], b->neighbors[i]);
        assert_true(!a->weights || a->weights[i] == b->weights[i]);
    }
    for (uint32_t u = 0; u < a->node_count; u++) {
        char a_digits[RW_INTEGER_CHARS], b_digits[RW_INTEGER_CHARS];

        assert_int_equal(
            rw_span_order(rw_graph_name(a, u, a_digits), rw_graph_name(b, u, b_digits)), 0);
    }
}

/* ---- Random graphs with all kinds of names ---- */

/* Names that tempt a reader, in byte order. */
/* clang-format off */
static const char *const tempting[] = {
    " b", "!a", "#x", "%%MatrixMarket", "%y", "'q'", "+1", "+2", "-0", "-7", "//z", "/a", "007",
    "1", "1,5", "1.5", "2", "3;4", "42", "99999999999999999999", "A b", "NaN", "a\tb", "a|b",
    "dst", "from", "nan", "source", "src", "target", "to", "u", "v", "weight", "x ",
    "\xc3\xa9t\xc3\xa9", "\xef\xbb\xbfm",
};
/* clang-format on */

static rw_names make_names(rw_names_kind kind, int64_t first, uint64_t stream, uint32_t *nodes)
{
    rw_names names = {.kind = kind, .first = kind == RW_NAMES_RANGE ? first : 0};

    if (kind == RW_NAMES_INTEGERS) {
        int64_t *integers = rw_alloc(*nodes, sizeof *integers, NULL), at = -40;

        for (uint32_t u = 0; u < *nodes; u++)
            integers[u] = at += 1 + (int64_t)rw_rng_below(rw_rng_at(stream, 1000 + u), 5);
        integers[*nodes - 1] = INT64_MAX;
        integers[0] = INT64_MIN;
        names.integers = integers;
    }
    if (kind == RW_NAMES_STRINGS) {
        size_t count = ELEMENTS(tempting), length = 0;
        uint64_t *starts = rw_alloc(count + 1, sizeof *starts, NULL);
        char *text = rw_alloc(1000, 1, NULL);
        uint32_t chosen = 0, words = 0;
        uint64_t sparse = 1 + rw_rng_below(rw_rng_at(stream, 900), 6);

        for (size_t i = 0; i < count; i++) {
            int64_t value;
            bool word = !rw_parse_integer((rw_span){tempting[i], strlen(tempting[i])}, &value);

            if (rw_rng_below(rw_rng_at(stream, 1000 + i), sparse) && (!word || words > 0))
                continue;
            starts[chosen++] = length;
            memcpy(text + length, tempting[i], strlen(tempting[i]));
            length += strlen(tempting[i]);
            words += word;
        }
        starts[chosen] = length;
        names.starts = starts;
        names.text = text;
        *nodes = chosen;
    }
    return names;
}

/* `connected`: no node is without an edge, as edge lists need it. */
static riwalk_graph *random_graph(uint64_t seed, rw_names_kind kind, int64_t first, bool directed,
                                  bool weighted, bool whole_weights, bool connected)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, (uint64_t)kind, 0);
    uint32_t nodes = 3 + (uint32_t)rw_rng_below(rw_rng_at(stream, 0), MAX_NODES - 3);
    rw_names names = make_names(kind, first, stream, &nodes);
    uint64_t count = rw_rng_below(rw_rng_at(stream, 1), 60);
    uint32_t ends[2 * (60 + MAX_NODES)];
    double weights[60 + MAX_NODES];
    rw_edges edges = {0, ends, weighted ? weights : NULL};
    riwalk_run job = {.threads = 1};

    for (uint64_t e = 0; e < count + (connected ? nodes : 0); e++) {
        uint64_t bits = rw_rng_at(stream, 10 + e);
        uint64_t pattern = rw_rng_mix(bits) >> 12;

        ends[2 * e] = (uint32_t)(e < count ? bits % nodes : e - count);
        ends[2 * e + 1] = (uint32_t)(e < count ? (bits >> 20) % nodes : (e - count + 1) % nodes);
        pattern |= (1023 - 126 + (bits >> 8) % 253) << 52; /* any double in the range of floats */
        memcpy(&weights[e], &pattern, sizeof pattern);
        if (whole_weights)
            weights[e] = (double)(1 + bits % 1000);
        edges.count++;
    }
    riwalk_graph *graph = MADE(graph, rw_graph_build, nodes, &edges, directed, &job, &names);
    return graph;
}

static void check_round_trip(const riwalk_graph *g, const char *name)
{
    riwalk_read_options options = reading(g->directed, g->weights);

    ok(riwalk_graph_write(g, name, NULL, &failure));
    scoped_graph *back = MADE(graph, riwalk_graph_read, name, &options);
    assert_graphs_equal(g, back);
    assert_int_equal(back->self_loops_dropped, 0);
    assert_int_equal(back->duplicates_dropped, 0);
}

/* Where a format has room for them, also nodes without an edge, names of all kinds, directions and
 * weights of all kinds. */
TEST(graphs_come_back)
{
    static const struct {
        uint64_t graphs;
        const char *files[10];
        bool any_names, undirected, whole_weights, connected;
    } kinds[] = {
        {600, {"g.csv", "g.txt", "g.tsv", "g.txt", "g.txt"}, .any_names = true, .connected = true},
        {400, {"g.graphml", "g.gexf", "g.json", "g.gexf.gz"}, .any_names = true},
        {200, {"g.mtx", "g.mtx", "g.mtx.gz", "g.mtx"}},
        {200, {"g.graph", "g.metis"}, .undirected = true, .whole_weights = true},
        {300, {"g.rwg", "g.rwg", "g.rwg", "g.rwg.zst"}, .any_names = true},
    };

    for (size_t k = 0; k < ELEMENTS(kinds); k++)
        for (uint64_t seed = 0, file = 0; seed < kinds[k].graphs; seed++, file++) {
            rw_names_kind names = kinds[k].any_names ? (rw_names_kind)(seed % 3) : RW_NAMES_RANGE;
            bool weighted = seed & 16, directed = seed & 8 && !kinds[k].undirected;
            /* The weights of a graph without edges are not to be seen in all formats. */
            bool connected = kinds[k].connected || weighted || seed & 32;
            scoped_graph *g =
                random_graph(seed, names, kinds[k].any_names ? (int64_t)seed - 200 : 1, directed,
                             weighted, kinds[k].whole_weights, connected);

            file = kinds[k].files[file] ? file : 0;
            check_round_trip(g, kinds[k].files[file]);
        }
    for (uint32_t nodes = 0; nodes < 3; nodes++) {
        scoped_graph *none = JOINED(nodes, 0, i, i);

        check_round_trip(none, "g.rwg");
    }
}

/* ---- What is read ---- */

/* Beyond the part that is looked at, an edge list has two columns throughout; METIS has not. */
TEST(long_files_are_told_apart)
{
    scoped char *text = malloc(200000);
    size_t used = 0;
    rw_input input = {.name = "long", .data = text};

    used += (size_t)sprintf(text, "20000 2\n");
    for (int i = 2; i < 12000; i++)
        used += (size_t)sprintf(text + used, "%d %d\n%s", i, i - 1, i % 5000 ? "" : "\n");
    input.size = used;
    assert_true(used > 65536);
    assert_false(rw_is_metis(&input));
    memcpy(text + 8, "2 3 4 5", 7);
    assert_true(rw_is_metis(&input));
}

/* ---- What a format cannot hold ---- */

/* Types that hold a line end, which no file of types can say. The rest: tests/cli/formats-exactly.
 */
TEST(what_cannot_be_held_is_refused)
{
    scoped_graph *graph = read_text("1 2\n", "e", false, false);

    ok(riwalk_graph_set_types(graph, (const char *[]){"a", "b\nc"}, &failure));
    check_fails(ARGUMENT, "the type b\\x0ac holds a control character",
                riwalk_graph_write(graph, "g.json", NULL, &failure));
    assert_int_equal(access("g.json", F_OK), -1);
}

/* A directed graph with weights and types, written in a format and read back without being told
 * so, but for the attribute of types. */
TEST(formats_hold_what_their_table_says)
{
    static const double places[6] = {0, 0, 1, 0, 0, 1};
    static const char *const types[] = {" a <b> & \"c\"\t", "\xc3\xa9t\xc3\xa9", "person"};
    const riwalk_format_info *info;
    scoped_graph *g = read_text("0 1 0.1\n1 2 16777217.01\n2 0 3\n", "e", true, true);

    ok(riwalk_graph_set_types(g, types, &failure));
    assert_null(riwalk_format_describe(RIWALK_FORMAT_AUTO));
    for (int f = 1; (info = riwalk_format_describe((riwalk_format)f)); f++) {
        riwalk_write_options write = DEFAULTS(riwalk_write_options);
        riwalk_read_options options = reading(false, false);
        scoped_graph *read = NULL;
        char name[32];

        snprintf(name, sizeof name, "g%.*s", (int)strcspn(info->extensions, " "), info->extensions);
        assert_int_equal(riwalk_graph_format_from_path(name), f);
        assert_int_equal(!riwalk_graph_write(g, name, &write, NULL), info->directions);
        if (info->directions) {
            options.types_attribute = info->types && info->attributes ? "type" : NULL;
            ok(riwalk_graph_read(name, &options, &read, &failure));
            assert_int_equal(riwalk_graph_is_directed(read), info->declares);
            assert_int_equal(riwalk_graph_is_weighted(read), info->declares);
            assert_int_equal(riwalk_graph_type_count(read), info->types ? 3 : 0);
            if (info->types)
                assert_graphs_equal(g, read);
        }
        write.places = places;
        assert_int_equal(!riwalk_write_options_check(name, &write, NULL), info->attributes);
    }
}

TEST(cancelling_ends_every_writer)
{
    rw_writer *const writers[] = {rw_write_edge_list, rw_write_matrix_market, rw_write_metis,
                                  rw_write_rwg,       rw_write_graphml,       rw_write_gexf,
                                  rw_write_node_link};
    riwalk_write_options options;
    scoped_graph *g = MADE(graph, reference_build, 10000, 0, NULL, NULL, NULL);

    EACH (writer, writers) {
        riwalk_error error;
        rw_writing writing = {
            .graph = g, .options = &options, .path = "/dev/null", .error = &error};
        riwalk_run run = {.progress = cancel_at};

        riwalk_write_options_init(&options);
        ok(rw_output_open("/dev/null", &writing.output, &failure));
        rw_progress_begin(&writing.progress, &run, "writing", "nodes", g->node_count);
        atomic_store(&writing.progress.next, 0.0); /* the first report is due at once */
        (*writer)(&writing);
        assert_int_equal(writing.status, RIWALK_STATUS_CANCELLED);
        rw_output_discard(writing.output);
    }
}

/* ---- .rwg ---- */

/* The bytes of a small graph as .rwg, and a zero after them. */
static char *rwg_bytes(const riwalk_graph *g, size_t *size)
{
    ok(riwalk_graph_write(g, "g.rwg", NULL, &failure));
    return read_file("g.rwg", size);
}

/* The bytes are read from a block of their size that is not aligned. */
static void check_refused(const void *bytes, size_t size, riwalk_format format, const char *message)
{
    riwalk_read_options options = reading(false, false);
    scoped char *exact = malloc(size + 1);

    memcpy(exact + 1, bytes, size);
    options.format = format;
    options.run.threads = 1;
    check_unmade(graph, FORMAT, message, riwalk_graph_read_from,
                 riwalk_from_memory(exact + 1, size, "x.rwg"), &options);
}

TEST(every_cut_and_every_flipped_bit_is_refused)
{
    for (int kind = 0; kind < 3; kind++) {
        scoped_graph *g = random_graph(5, (rw_names_kind)kind, 3, false, true, false, false);
        size_t size;
        scoped char *bytes = rwg_bytes(g, &size);

        for (size_t cut = 0; cut < size; cut++)
            check_refused(bytes, cut, RIWALK_FORMAT_AUTO, "x.rwg: the file is truncated");
        for (size_t bit = 0; bit < 8 * size; bit++) {
            bytes[bit / 8] ^= (char)(1 << bit % 8);
            check_refused(bytes, size, RIWALK_FORMAT_RWG, "x.rwg: ");
            bytes[bit / 8] ^= (char)(1 << bit % 8);
        }
        check_refused(bytes, size + 1, RIWALK_FORMAT_AUTO, "unexpected bytes after the end");
    }
}

/* Where things are in a file; docs/binary-formats.md says so. */
enum {
    AT_FLAGS = 12,
    AT_NODES = 16,
    AT_ARCS = 24,
    AT_FIRST = 32,
    AT_SECTIONS = 48,
    AT_VERSION = 8,
    AT_RESERVED = 160,
};

static void check_tampered(const char *bytes, size_t size, size_t at, const void *value,
                           size_t value_size, const char *message)
{
    scoped char *copy = malloc(size);

    memcpy(copy, bytes, size);
    memcpy(copy + at, value, value_size);
    sign_rwg(copy, size);
    check_refused(copy, size, RIWALK_FORMAT_AUTO, message);
}

#define TAMPER(at, type, value, message)                                                           \
    check_tampered(bytes, size, at, &(type){value}, sizeof(type), message)

/* A signed file is not believed either. Edges a-b, a-c, b-c, c-d; weights 1 2 3 4. */
TEST(signed_lies_are_refused)
{
    scoped_graph *g = read_text("a b 1\na c 2\nb c 3\nc d 4\n", "e", false, true);
    size_t size, offsets = SIGNED_PAYLOAD, neighbors = offsets + 64, weights = neighbors + 64;
    size_t starts = weights + 64, text = starts + 64;
    char *bytes = rwg_bytes(g, &size);

    assert_int_equal(size, text + 64);
    TAMPER(AT_FLAGS, uint32_t, 0x206, "inconsistent");
    TAMPER(AT_FLAGS, uint32_t, 0x302, "inconsistent");
    TAMPER(AT_FLAGS, uint32_t, 0x002, "inconsistent");
    TAMPER(AT_NODES, uint64_t, 5, "inconsistent");
    TAMPER(AT_NODES, uint64_t, UINT64_MAX, "inconsistent");
    TAMPER(AT_NODES, uint64_t, UINT64_MAX / 8, "inconsistent");
    TAMPER(AT_ARCS, uint64_t, UINT64_MAX / 4 + 1, "inconsistent");
    TAMPER(AT_FIRST, int64_t, 1, "inconsistent");
    TAMPER(AT_RESERVED, uint64_t, 1, "inconsistent");
    TAMPER(AT_SECTIONS, uint64_t, 48, "inconsistent");
    TAMPER(AT_SECTIONS + 4 * 16, uint64_t, UINT64_MAX - 63, "inconsistent");
    TAMPER(offsets, uint64_t, 1, "its offsets do not span its neighbours");
    TAMPER(offsets + 24, uint64_t, 3, "the offsets of node number 2");
    TAMPER(offsets + 8, uint64_t, UINT64_MAX, "the offsets of node number 0");
    TAMPER(offsets + 32, uint64_t, 7, "its offsets do not span its neighbours");
    TAMPER(neighbors, uint32_t, 0, "the neighbours of node number 0");
    TAMPER(neighbors, uint32_t, 2, "the neighbours of node number 0");
    TAMPER(neighbors, uint32_t, 3, "the neighbours of node number 0");
    TAMPER(neighbors + 4, uint32_t, 4, "the neighbours of node number 0");
    TAMPER(neighbors + 4, uint32_t, 3, "an edge is stored in one direction only");
    TAMPER(neighbors + 4, uint32_t, UINT32_MAX, "the neighbours of node number 0");
    TAMPER(weights, double, 0, "the weights of node number 0");
    TAMPER(weights, double, -1, "the weights of node number 0");
    TAMPER(weights, double, INFINITY, "the weights of node number 0");
    TAMPER(weights, double, NAN, "the weights of node number 0");
    TAMPER(weights, double, 2, "an edge is stored in one direction only");
    TAMPER(starts, uint64_t, 1, "the name of node number 0");
    TAMPER(starts + 8, uint64_t, 0, "the name of node number 0");
    TAMPER(starts + 8, uint64_t, 99, "the name of node number 0");
    TAMPER(starts + 8, uint64_t, UINT64_MAX, "the name of node number 0");
    TAMPER(starts + 32, uint64_t, 5, "the name of node number 0");
    TAMPER(text, char, 'b', "the name of node number 1");
    TAMPER(text, char, 0, "the name of node number 0");
    TAMPER(text, char, '\n', "the name of node number 0");
    TAMPER(text + 4, char, 'x', "the names are damaged");
    check_tampered(bytes, size, text, "1234", 4, "not in their simplest form");
    free(bytes);
    riwalk_graph_free(g);

    g = read_text("10 20\n20 40\n", "e", false, false);
    bytes = rwg_bytes(g, &size);
    starts = neighbors + 64;
    TAMPER(starts + 8, int64_t, 10, "the name of node number 1");
    check_tampered(bytes, size, starts, (int64_t[]){7, 8, 9}, 24, "not in their simplest form");
    free(bytes);
    riwalk_graph_free(g);

    g = read_text("1 2\n2 3\n", "e", false, false);
    bytes = rwg_bytes(g, &size);
    TAMPER(AT_FIRST, int64_t, INT64_MAX - 1, "inconsistent");
    free(bytes);
}

/* The file knows what it holds; asking for weights that it has not is an error. */
TEST(a_stored_graph_stays_what_it_is)
{
    riwalk_read_options usual = reading(false, false), arcs = reading(true, false);
    riwalk_read_options heavy = reading(true, true);
    scoped_graph *full = read_text("1 2 5\n2 3 6\n", "e", true, true), *none = NULL;
    scoped_graph *plain = read_text("1 2 5\n2 3 6\n", "e", false, false);

    ok(riwalk_graph_write(full, "g.rwg", NULL, &failure));
    scoped_graph *back = MADE(graph, riwalk_graph_read, "g.rwg", &usual);
    assert_graphs_equal(full, back);
    /* Whatever becomes of the file, the graph is what was checked. */
    assert_int_equal(truncate("g.rwg", 0), 0);
    assert_graphs_equal(full, back);
    ok(riwalk_graph_write(plain, "g.rwg", NULL, &failure));
    scoped_graph *directed = MADE(graph, riwalk_graph_read, "g.rwg", &arcs);
    assert_string_equal(text_of(directed), "[1]>2 [2]>1>3 [3]>2");
    check_fails(FORMAT, "weights were requested",
                riwalk_graph_read("g.rwg", &heavy, &none, &failure));
}

/* ---- Memory ---- */

TEST(rwg_files_hold_types_and_their_lies_are_refused)
{
    static const char *const types[] = {"shop", "person", "shop", "a"};
    scoped_graph *g = read_text("a b 1\na c 2\nb c 3\nc d 4\n", "e", false, true);
    size_t size, at, names;
    scoped char *bytes = NULL;

    ok(riwalk_graph_set_types(g, types, &failure));
    check_round_trip(g, "g.rwg");
    bytes = rwg_bytes(g, &size);
    at = SIGNED_PAYLOAD + 5 * 64;
    names = at + 64;
    assert_int_equal(size, names + 64);
    TAMPER(at, uint32_t, 3, "its types are invalid");
    TAMPER(names, char, 'z', "its types are invalid");
    TAMPER(names, char, 0, "its types are invalid");
    TAMPER(names + 13, char, 'x', "its types are invalid");
    TAMPER(AT_FLAGS, uint32_t, 0x202, "inconsistent");
    TAMPER(AT_VERSION, uint32_t, 1, "inconsistent");
}
