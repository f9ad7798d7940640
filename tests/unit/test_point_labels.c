/* SPDX-License-Identifier: MIT */
/* Names in pictures of graphs: none is missing where there is room, none sits on a mark or on
 * another name, and large graphs name their most important nodes. */
#include "plot/canvas.h"
#include "unit/test.h"

#define MOST 1200
#define TEXT_SIZE 9.0
#define TEXT_HEIGHT 7.0 /* of letters and digits; what hangs below the line is left out */

static const char path[] = "g.svg";
static double places[2 * MOST];
static uint32_t classes[MOST];

typedef struct word {
    char name[64];
    rw_box box;
} word;

static word words[MOST];
static uint32_t word_count;
static double spots[MOST][3]; /* x, y and radius of marks */
static uint32_t spot_count;

/* ---- Reading a picture ---- */

static double number_after(const char *text, const char *name)
{
    const char *found = strstr(text, name);

    assert_non_null(found);
    return strtod(found + strlen(name), NULL);
}

/* Marks are circles that are filled; those of a legend, and its words, come before the edges. */
static void read_picture(void)
{
    scoped char *bytes = read_file(path, NULL);
    char *line;

    word_count = spot_count = 0;
    for (line = strtok(bytes, "\n"); line; line = strtok(NULL, "\n")) {
        if (!strncmp(line, "<circle", 7) && strstr(line, " fill=")) {
            spots[spot_count][0] = number_after(line, " cx=\"");
            spots[spot_count][1] = number_after(line, " cy=\"");
            spots[spot_count++][2] = number_after(line, " r=\"");
        } else if (!strncmp(line, "<text", 5)) {
            word *w = &words[word_count++];
            double x = number_after(line, " x=\""), y = number_after(line, " y=\"");

            assert_int_equal(sscanf(strchr(line, '>'), ">%63[^<]", w->name), 1);
            w->box = (rw_box){x, y - TEXT_HEIGHT, x + rw_text_width(w->name, TEXT_SIZE), y};
        }
    }
}

static void draw(const riwalk_graph *graph, const riwalk_plot_options *options)
{
    ok(riwalk_layout(graph, NULL, places, &failure));
    ok(riwalk_plot_graph(graph, places, path, options, &failure));
    read_picture();
    assert_int_equal(spot_count, riwalk_graph_node_count(graph));
}

/* ---- Facts ---- */

static bool meets_spot(const rw_box *b, const double spot[3])
{
    double dx = fmax(fmax(b->left - spot[0], spot[0] - b->right), 0);
    double dy = fmax(fmax(b->top - spot[1], spot[1] - b->bottom), 0);

    return dx * dx + dy * dy < spot[2] * spot[2];
}

static void check_names_apart(bool from_marks)
{
    for (uint32_t i = 0; i < word_count; i++) {
        const rw_box *a = &words[i].box;

        assert_true(a->left >= 0 && a->top >= 0 && a->right <= 720 && a->bottom <= 560);
        for (uint32_t s = 0; s < spot_count && from_marks; s++)
            assert_false(meets_spot(a, spots[s]));
        for (uint32_t j = 0; j < i; j++) {
            const rw_box *b = &words[j].box;

            assert_true(a->left >= b->right || b->left >= a->right || a->top >= b->bottom ||
                        b->top >= a->bottom);
        }
    }
}

/* The share of an edge between its marks that names cover. */
static double covered(const double from[3], const double to[3])
{
    uint32_t hidden = 0, all = 0;

    for (uint32_t step = 0; step < 200; step++) {
        double share = (step + 0.5) / 200, x = from[0] + share * (to[0] - from[0]);
        double y = from[1] + share * (to[1] - from[1]);

        if (hypot(x - from[0], y - from[1]) < from[2] || hypot(x - to[0], y - to[1]) < to[2])
            continue;
        all++;
        for (uint32_t i = 0; i < word_count; i++)
            if (x > words[i].box.left && x < words[i].box.right && y > words[i].box.top &&
                y < words[i].box.bottom) {
                hidden++;
                break;
            }
    }
    return all ? (double)hidden / all : 0;
}

static void check_only_edges(const riwalk_graph *graph)
{
    for (uint32_t i = 0; i < riwalk_graph_node_count(graph); i++)
        if (riwalk_graph_degree(graph, i) == 1)
            assert_true(covered(spots[i], spots[riwalk_graph_neighbors(graph, i)[0]]) < 0.4);
}

TEST(all_names_find_room)
{
    scoped_graph *novel = MADE(graph, riwalk_graph_read, LES_MISERABLES, NULL);
    scoped_graph *shapes = generate(RIWALK_GENERATOR_SHAPES, 0);

    for (int i = 0; i < 2; i++) {
        draw(i ? shapes : novel, NULL);
        assert_int_equal(word_count, i ? 125 : 77);
        check_names_apart(true);
        check_only_edges(i ? shapes : novel);
    }
}

/* Names with numbers from 100 on. */
static const char *const *make_names(const char *format, uint32_t count)
{
    static char texts[120][24];
    static const char *names[120];

    for (uint32_t i = 0; i < count; i++) {
        snprintf(texts[i], sizeof texts[i], format, i + 100);
        names[i] = texts[i];
    }
    return names;
}

/* Of trees, where every second node has only one edge. The names are too long to stand in nodes. */
TEST(only_edges_are_seen)
{
    riwalk_plot_options options = WITH(riwalk_plot_options, it.names = make_names("n%u", 120));

    for (uint64_t seed = 0; seed < 10; seed++) {
        uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 7, 0);
        scoped_graph *graph =
            JOINED(120, 119, i + 1, (uint32_t)(rw_rng_at(stream, i + 1) % (i + 1)));

        draw(graph, &options);
        assert_true(word_count > 115);
        check_names_apart(true);
        check_only_edges(graph);
    }
}

/* Lines lead to names that have no place beside their mark. */
TEST(points_in_one_place_have_names)
{
    static const char *const names[] = {"name a", "name b", "name c", "name d", "name e",
                                        "name f", "name g", "far",    "farther"};
    static const double spread[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, -1, -1};
    riwalk_plot_options options = WITH(riwalk_plot_options, it.names = names);

    ok(riwalk_plot_points(9, spread, path, &options, &failure));
    read_picture();
    assert_int_equal(spot_count, 9);
    assert_int_equal(word_count, 9);
    check_names_apart(true);
}

static bool is_named(uint32_t node)
{
    for (uint32_t i = 0; i < word_count; i++)
        if (strtoul(words[i].name, NULL, 10) == node)
            return true;
    return false;
}

/* Whether no node of the same class that has no name has more edges. */
static void check_important(const riwalk_graph *graph, uint32_t node)
{
    for (uint32_t i = 0; i < riwalk_graph_node_count(graph); i++)
        if (classes[i] == classes[node] && !is_named(i))
            assert_true(riwalk_graph_degree(graph, i) <= riwalk_graph_degree(graph, node));
}

TEST(large_graphs_name_important_nodes)
{
    riwalk_plot_options options = DEFAULTS(riwalk_plot_options);
    uint32_t of_class[4] = {0};
    scoped_graph *graph = GENERATED(BARABASI_ALBERT, it.nodes = 1000);

    for (uint32_t i = 0; i < 1000; i++)
        classes[i] = i % 4;
    options.classes = classes;
    options.class_count = 4;
    draw(graph, &options);
    assert_in_range(word_count, 14, 16); /* hubs crowd: not all find room */
    check_names_apart(false);
    for (uint32_t i = 0; i < word_count; i++) {
        uint32_t node = (uint32_t)strtoul(words[i].name, NULL, 10);

        of_class[classes[node]]++;
        check_important(graph, node);
    }
    for (int c = 0; c < 4; c++)
        assert_in_range(of_class[c], 3, 4);
}
