/* SPDX-License-Identifier: MIT */
/* Names in pictures of graphs: none is missing where there is room, none sits on a mark or on
 * another name, the only edge of a node can be seen, and large graphs name their most important
 * nodes. */
#include "base/rng.h"
#include "plot/canvas.h"
#include "plot/raster.h"
#include "reference/pairs.h"
#include "riwalk_graphs.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define MOST 1200
#define TEXT_SIZE 9.0
#define TEXT_HEIGHT 7.0 /* of letters and digits; what hangs below the line is left out */

static char folder[] = "/tmp/riwalk-labels-XXXXXX", path[64];
static char bytes[4 << 20];
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
    FILE *file = fopen(path, "rb");
    size_t size;
    char *line;

    assert_non_null(file);
    size = fread(bytes, 1, sizeof bytes - 1, file);
    bytes[size] = '\0';
    fclose(file);
    unlink(path);
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
    assert_int_equal(riwalk_layout(graph, NULL, places, NULL), 0);
    assert_int_equal(riwalk_plot_graph(graph, places, path, options, NULL), 0);
    read_picture();
    assert_int_equal(spot_count, riwalk_graph_node_count(graph));
}

static riwalk_graph *read_les_miserables(void)
{
    riwalk_graph *graph = NULL;

    assert_int_equal(riwalk_graph_read(LES_MISERABLES, NULL, &graph, NULL), 0);
    return graph;
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

static void all_names_find_room(void **state)
{
    riwalk_graph *graph = read_les_miserables();

    (void)state;
    draw(graph, NULL);
    assert_int_equal(word_count, 77);
    check_names_apart(true);
    check_only_edges(graph);
    riwalk_graph_free(graph);
    assert_int_equal(riwalk_graph_generate(RIWALK_GENERATOR_SHAPES, NULL, &graph, NULL, NULL), 0);
    draw(graph, NULL);
    assert_int_equal(word_count, 125);
    check_names_apart(true);
    check_only_edges(graph);
    riwalk_graph_free(graph);
}

/* Of trees, where every second node has only one edge. The names are too long to stand in nodes. */
static void only_edges_are_seen(void **state)
{
    static char texts[120][16];
    const char *names[120];
    riwalk_plot_options options;
    uint32_t ends[2 * 120];

    (void)state;
    riwalk_plot_options_init(&options);
    options.names = names;
    for (uint32_t i = 0; i < 120; i++) {
        snprintf(texts[i], sizeof texts[i], "n%u", i + 100);
        names[i] = texts[i];
    }
    for (uint64_t seed = 0; seed < 10; seed++) {
        uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 7, 0);
        riwalk_graph *graph = NULL;

        for (uint32_t i = 1; i < 120; i++) {
            ends[2 * i - 2] = i;
            ends[2 * i - 1] = (uint32_t)(rw_rng_at(stream, i) % i);
        }
        assert_int_equal(reference_build(120, 119, ends, NULL, NULL, &graph, NULL), 0);
        draw(graph, &options);
        assert_true(word_count > 115);
        check_names_apart(true);
        check_only_edges(graph);
        riwalk_graph_free(graph);
    }
}

/* Nodes of a complete graph are crowded: there is no room for every name. */
static void crowded_names_hide_nothing(void **state)
{
    static char texts[60][24];
    const char *names[60];
    uint32_t ends[60 * 59], edges = 0;
    riwalk_plot_options options;
    riwalk_graph *graph = NULL;

    (void)state;
    for (uint32_t i = 0; i < 60; i++) {
        snprintf(texts[i], sizeof texts[i], "a longer name, %u", i + 100);
        names[i] = texts[i];
        for (uint32_t j = 0; j < i; j++, edges++) {
            ends[2 * edges] = i;
            ends[2 * edges + 1] = j;
        }
    }
    assert_int_equal(reference_build(60, edges, ends, NULL, NULL, &graph, NULL), 0);
    riwalk_plot_options_init(&options);
    options.names = names;
    options.width = options.height = 400;
    draw(graph, &options);
    assert_in_range(word_count, 40, 60);
    check_names_apart(true);
    riwalk_graph_free(graph);
}

/* Lines lead to names that have no place beside their mark. */
static void points_in_one_place_have_names(void **state)
{
    static const char *const names[] = {"name a", "name b", "name c", "name d", "name e",
                                        "name f", "name g", "far",    "farther"};
    static const double spread[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, -1, -1};
    riwalk_plot_options options;

    (void)state;
    riwalk_plot_options_init(&options);
    options.names = names;
    assert_int_equal(riwalk_plot_points(9, spread, path, &options, NULL), 0);
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

static void large_graphs_name_important_nodes(void **state)
{
    riwalk_generate_options generate;
    riwalk_plot_options options;
    riwalk_graph *graph = NULL;
    uint32_t of_class[4] = {0};

    (void)state;
    riwalk_generate_options_init(&generate);
    generate.nodes = 1000;
    assert_int_equal(
        riwalk_graph_generate(RIWALK_GENERATOR_BARABASI_ALBERT, &generate, &graph, NULL, NULL), 0);
    for (uint32_t i = 0; i < 1000; i++)
        classes[i] = i % 4;
    riwalk_plot_options_init(&options);
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
    riwalk_graph_free(graph);
}

/* ---- The raster against a list of what was added ---- */

static bool same(rw_cover a, rw_cover b)
{
    return a.marks == b.marks && a.words == b.words && a.lines == b.lines && a.price == b.price;
}

static void rasters_count_what_is_added(void **state)
{
    uint64_t stream = rw_rng_stream(8, RW_STAGE_GENERATE, 0, 0);
    const rw_box all = {0, 0, 60, 40};
    rw_cover empty = {0}, sum = {0};
    rw_raster raster;

    (void)state;
    assert_int_equal(rw_raster_new(60, 40, &raster, NULL), 0);
    for (uint32_t i = 0; i < 100; i++) { /* boxes, partly outside */
        double x = floor(80 * rw_rng_unit(rw_rng_at(stream, 2 * i))) - 10;
        double y = floor(60 * rw_rng_unit(rw_rng_at(stream, 2 * i + 1))) - 10;
        rw_box box = {x, y, x + 7, y + 5};
        double wide = fmin(x + 7, 60) - fmax(x, 0), high = fmin(y + 5, 40) - fmax(y, 0);

        rw_raster_add_box(&raster, &box, (rw_cell){.words = 1, .price = i});
        sum.words += wide > 0 && high > 0 ? (uint64_t)(wide * high) : 0;
        sum.price += wide > 0 && high > 0 ? i * (uint64_t)(wide * high) : 0;
    }
    assert_true(same(rw_raster_box_cover(&raster, &all), sum));
    rw_raster_free(&raster);
    assert_int_equal(rw_raster_new(60, 40, &raster, NULL), 0);
    rw_raster_add_disc(&raster, 30, 20, 10, (rw_cell){.marks = 1});
    sum = rw_raster_box_cover(&raster, &all);
    assert_true(fabs((double)sum.marks - 314.16) < 10); /* the rim has 63 cells */
    sum = rw_raster_line_cover(&raster, (double[]){0, 20.5}, (double[]){60, 20.5});
    assert_int_equal(sum.marks, 20);
    rw_raster_add_line(&raster, (double[]){-10, 3}, (double[]){70, 35}, (rw_cell){.price = 2});
    assert_int_equal(rw_raster_box_cover(&raster, &all).price, 2 * 60);
    for (uint32_t lines = 1; lines < 4; lines++) {
        rw_raster_add_line(&raster, (double[]){5, 3}, (double[]){5, 13}, (rw_cell){.lines = 1});
        assert_int_equal(rw_raster_box_cover(&raster, &all).lines, lines < 2 ? 10 : 20);
    }
    rw_raster_add_line(&raster, (double[]){5, 3}, (double[]){5, 13},
                       (rw_cell){.lines = (uint32_t)-3});
    rw_raster_add_line(&raster, (double[]){-10, 3}, (double[]){70, 35},
                       (rw_cell){.price = (uint32_t)-2});
    rw_raster_add_disc(&raster, 30, 20, 10, (rw_cell){.marks = UINT32_MAX});
    assert_true(same(rw_raster_box_cover(&raster, &all), empty));
    rw_raster_free(&raster);
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/g.svg", folder);
    return 0;
}

/* Fails when a test left something behind. */
static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_names_find_room),
        cmocka_unit_test(only_edges_are_seen),
        cmocka_unit_test(crowded_names_hide_nothing),
        cmocka_unit_test(points_in_one_place_have_names),
        cmocka_unit_test(large_graphs_name_important_nodes),
        cmocka_unit_test(rasters_count_what_is_added),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
