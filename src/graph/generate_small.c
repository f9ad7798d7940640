/* SPDX-License-Identifier: MIT */
/* Graphs with known roles: Zachary's karate club, two of them, barbell, grid and shapes. Nothing
 * here is random. */
#include "base/error.h"
#include "graph/generate.h"

#include <stdio.h>

/* ---- Karate ---- */

#define CLUB_NODES 34
#define CLUB_EDGES 78

/* W. W. Zachary, An information flow model for conflict and fission in small groups, Journal of
 * Anthropological Research 33 (1977): who met whom outside the club. Members are 1 .. 34. */
static const unsigned char club[CLUB_EDGES][2] = {
    {1, 2},   {1, 3},   {1, 4},   {1, 5},   {1, 6},   {1, 7},   {1, 8},   {1, 9},   {1, 11},
    {1, 12},  {1, 13},  {1, 14},  {1, 18},  {1, 20},  {1, 22},  {1, 32},  {2, 3},   {2, 4},
    {2, 8},   {2, 14},  {2, 18},  {2, 20},  {2, 22},  {2, 31},  {3, 4},   {3, 8},   {3, 9},
    {3, 10},  {3, 14},  {3, 28},  {3, 29},  {3, 33},  {4, 8},   {4, 13},  {4, 14},  {5, 7},
    {5, 11},  {6, 7},   {6, 11},  {6, 17},  {7, 17},  {9, 31},  {9, 33},  {9, 34},  {10, 34},
    {14, 34}, {15, 33}, {15, 34}, {16, 33}, {16, 34}, {19, 33}, {19, 34}, {20, 34}, {21, 33},
    {21, 34}, {23, 33}, {23, 34}, {24, 26}, {24, 28}, {24, 30}, {24, 33}, {24, 34}, {25, 26},
    {25, 28}, {25, 32}, {26, 32}, {27, 30}, {27, 34}, {28, 34}, {29, 32}, {29, 34}, {30, 33},
    {30, 34}, {31, 33}, {31, 34}, {32, 33}, {32, 34}, {33, 34},
};

/* The party of each member when the club split: h stayed with the instructor, called Mr. Hi, o left
 * with the officer. */
static const char parties[] = "hhhhhhhhhohhhhoohhohohoooooooooooo";

/* After the first club's edges come the second's; the last edge joins both nodes 1. */
static void make_clubs(const rw_plan *plan, uint64_t begin, uint64_t end, const rw_room *to)
{
    for (uint64_t e = begin; e < end; e++) {
        uint32_t copy = (uint32_t)(e / CLUB_EDGES);
        const unsigned char *pair = club[e % CLUB_EDGES];

        to->ends[2 * e] = copy == 2 ? 0 : pair[0] - 1 + copy * CLUB_NODES;
        to->ends[2 * e + 1] = copy == 2 ? CLUB_NODES : pair[1] - 1 + copy * CLUB_NODES;
    }
}

static const char *faction(const rw_plan *plan, uint32_t node, char *text)
{
    return parties[node] == 'h' ? "mr-hi" : "officer";
}

riwalk_status rw_plan_karate(rw_plan *plan, riwalk_error *error)
{
    plan->first_name = 1;
    plan->item_count = CLUB_EDGES;
    plan->make = make_clubs;
    plan->label = faction;
    return rw_plan_nodes(plan, CLUB_NODES, error);
}

static const char *mirrored_member(const rw_plan *plan, uint32_t node, char *text)
{
    snprintf(text, plan->label_chars, "%u", node % CLUB_NODES + 1);
    return text;
}

riwalk_status rw_plan_karate_mirrored(rw_plan *plan, riwalk_error *error)
{
    plan->first_name = 1;
    plan->item_count = 2 * CLUB_EDGES + 1;
    plan->make = make_clubs;
    plan->label = mirrored_member;
    plan->label_chars = sizeof "34";
    return rw_plan_nodes(plan, (uint64_t)2 * CLUB_NODES, error);
}

/* ---- Barbell ---- */

/* Nodes are numbered first clique, path, second clique. The path starts at the last node of the
 * first clique and ends at the first node of the second. */
static void make_barbell(const rw_plan *plan, uint64_t begin, uint64_t end, const rw_room *to)
{
    uint32_t clique = plan->options->clique, path = plan->options->path, columns = clique / 2;
    uint64_t pairs = (uint64_t)((clique - 1) | 1) * columns;

    for (uint64_t e = begin; e < end; e++) {
        uint64_t pair = e < pairs ? e : e - pairs;
        uint32_t first = e < pairs ? 0 : clique + path;

        if (e < 2 * pairs) {
            rw_pair(clique, (uint32_t)(pair / columns), (uint32_t)(pair % columns),
                    to->ends + 2 * e);
            to->ends[2 * e] += first;
            to->ends[2 * e + 1] += first;
        } else {
            to->ends[2 * e] = clique - 1 + (uint32_t)(e - 2 * pairs);
            to->ends[2 * e + 1] = to->ends[2 * e] + 1;
        }
    }
}

/* Path nodes are numbered from the nearer clique. */
static const char *barbell_label(const rw_plan *plan, uint32_t node, char *text)
{
    uint32_t clique = plan->options->clique, path = plan->options->path;
    uint32_t from_first = node - (clique - 1), from_second = clique + path - node;

    if (node == clique - 1 || node == clique + path)
        return "bridge";
    if (node < clique || node > clique + path)
        return "clique";
    snprintf(text, plan->label_chars, "path-%u",
             from_first < from_second ? from_first : from_second);
    return text;
}

riwalk_status rw_plan_barbell(rw_plan *plan, riwalk_error *error)
{
    uint64_t clique = plan->options->clique, path = plan->options->path;

    if (clique < 2)
        return rw_refuse(error, "the cliques of a barbell need at least 2 nodes each, not %u",
                         plan->options->clique);
    plan->item_count = clique * (clique - 1) + path + 1;
    plan->make = make_barbell;
    plan->label = barbell_label;
    plan->label_chars = sizeof "path-2147483647";
    return rw_plan_nodes(plan, 2 * clique + path, error);
}

/* ---- Grid ---- */

/* Node r * columns + c is in row r, column c. First all edges within rows, then all between. */
static void make_grid(const rw_plan *plan, uint64_t begin, uint64_t end, const rw_room *to)
{
    uint32_t rows = plan->options->rows, columns = plan->options->columns;
    uint64_t across = (uint64_t)rows * (columns - 1);

    for (uint64_t e = begin; e < end; e++) {
        to->ends[2 * e] = (uint32_t)(e < across ? e + e / (columns - 1) : e - across);
        to->ends[2 * e + 1] = to->ends[2 * e] + (e < across ? 1 : columns);
    }
}

static const char *grid_label(const rw_plan *plan, uint32_t node, char *text)
{
    static const char *const names[] = {"inside", "edge", "corner"};
    uint32_t row = node / plan->options->columns, column = node % plan->options->columns;

    return names[(row == 0 || row == plan->options->rows - 1) +
                 (column == 0 || column == plan->options->columns - 1)];
}

riwalk_status rw_plan_grid(rw_plan *plan, riwalk_error *error)
{
    uint64_t rows = plan->options->rows, columns = plan->options->columns;

    if (rows == 0 || columns == 0)
        return rw_refuse(error, "a grid needs at least 1 row and 1 column, not %u x %u",
                         plan->options->rows, plan->options->columns);
    plan->item_count = rows * (columns - 1) + (rows - 1) * columns;
    plan->make = make_grid;
    plan->label = grid_label;
    return rw_plan_nodes(plan, rows * columns, error);
}

/* ---- Shapes ---- */

/* The cycle has sections of 6 nodes, which carry in turn: a house, nothing, a fan, nothing, a star,
 * nothing. A house is a square with a roof, attached by its roof. A fan is a hub joined to all
 * nodes of a path of 6, a star a hub joined to 6 leaves; both are attached by the hub. A section
 * with its shapes has 25 nodes and 32 edges. */
#define SECTION_NODES 25
#define SECTION_CYCLE 6 /* of these on the cycle */
#define SECTION_EDGES 32
#define NEXT SECTION_NODES /* the first cycle node of the next section */

/* Nodes 6 .. 10 are the house, 11 .. 17 the fan, 18 .. 24 the star. */
static const unsigned char section[SECTION_EDGES][2] = {
    {0, 1},   {1, 2},   {2, 3},   {3, 4},   {4, 5},   {5, NEXT}, {0, 6},   {6, 7},
    {6, 8},   {7, 8},   {7, 9},   {8, 10},  {9, 10},  {2, 11},   {11, 12}, {11, 13},
    {11, 14}, {11, 15}, {11, 16}, {11, 17}, {12, 13}, {13, 14},  {14, 15}, {15, 16},
    {16, 17}, {4, 18},  {18, 19}, {18, 20}, {18, 21}, {18, 22},  {18, 23}, {18, 24},
};

static const char *const section_labels[SECTION_NODES] = {
    "cycle-attached-to-house",
    "cycle-between-house-and-fan",
    "cycle-attached-to-fan",
    "cycle-between-fan-and-star",
    "cycle-attached-to-star",
    "cycle-between-star-and-house",
    "house-roof",
    "house-middle",
    "house-middle",
    "house-bottom",
    "house-bottom",
    "fan-hub",
    "fan-outer",
    "fan-second",
    "fan-middle",
    "fan-middle",
    "fan-second",
    "fan-outer",
    "star-hub",
    "star-leaf",
    "star-leaf",
    "star-leaf",
    "star-leaf",
    "star-leaf",
    "star-leaf",
};

/* Cycle nodes of all sections come first, in order, then the shapes, section by section. */
static uint32_t section_node(const rw_plan *plan, uint32_t at, uint32_t node)
{
    uint32_t sections = plan->options->shapes;

    if (node == NEXT)
        return at + 1 < sections ? (at + 1) * SECTION_CYCLE : 0;
    if (node < SECTION_CYCLE)
        return at * SECTION_CYCLE + node;
    return sections * SECTION_CYCLE + at * (SECTION_NODES - SECTION_CYCLE) + node - SECTION_CYCLE;
}

static void make_shapes(const rw_plan *plan, uint64_t begin, uint64_t end, const rw_room *to)
{
    for (uint64_t at = begin; at < end; at++)
        for (uint64_t e = 0; e < SECTION_EDGES; e++)
            for (uint64_t side = 0; side < 2; side++)
                to->ends[2 * (at * SECTION_EDGES + e) + side] =
                    section_node(plan, (uint32_t)at, section[e][side]);
}

static const char *shapes_label(const rw_plan *plan, uint32_t node, char *text)
{
    uint32_t cycle = plan->options->shapes * SECTION_CYCLE;

    if (node < cycle)
        return section_labels[node % SECTION_CYCLE];
    return section_labels[SECTION_CYCLE + (node - cycle) % (SECTION_NODES - SECTION_CYCLE)];
}

riwalk_status rw_plan_shapes(rw_plan *plan, riwalk_error *error)
{
    if (plan->options->shapes == 0)
        return rw_refuse(error, "at least 1 house, fan and star are needed, not 0");
    plan->item_count = plan->options->shapes;
    plan->item_edges = SECTION_EDGES;
    plan->make = make_shapes;
    plan->label = shapes_label;
    return rw_plan_nodes(plan, (uint64_t)plan->options->shapes * SECTION_NODES, error);
}
