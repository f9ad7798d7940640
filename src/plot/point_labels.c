/* SPDX-License-Identifier: MIT */
/* Names beside their marks. Each name is tried at many places around its mark, and further away
 * with a line to it, and placed where it hides least: never another name, nor (except in large
 * graphs) a mark, unless all names are wanted. White paper is best, then edges; the only edge of a
 * node is worst. */
#include "plot/plot.h"

#include "base/memory.h"
#include "base/sort.h"
#include "graph/graph.h"

#include <math.h>
#include <stdlib.h>

#define TEXT_SIZE 9.0
#define TEXT_HEIGHT 8.5
#define LONGEST 20    /* characters */
#define AUTO_MOST 200 /* points up to which all get names */
#define AUTO_LARGE 16 /* names in larger graphs, divided among classes: nodes with most edges */
#define AUTO_ALL 24   /* the most of these if there are many classes */
#define ROUNDS 3      /* rounds of placing, in which names give way */

#define MOST_LINES 2   /* lines that count in a cell */
#define MOST_CELLS 4e6 /* cells of larger pictures are larger than a pixel */

/* ---- What is drawn, in cells of about a pixel ---- */

/* How many marks, names and lines cover a cell, and the price of hiding the rest. */
enum {
    MARKS,
    WORDS,
    LINES,
    PRICE,
    KINDS
};

typedef struct paper {
    uint32_t width, height;  /* in cells */
    double cell;             /* pixels per side */
    int32_t (*cells)[KINDS]; /* [width * height] */
} paper;

/* What is done to cells: adds an amount to them or, if that is 0, adds them up. A cell counts at
 * most two lines: more cannot be told apart. */
typedef struct brush {
    int kind;
    int32_t amount;
    int64_t sums[KINDS];
} brush;

static riwalk_status new_raster(double width, double height, rw_pool *pool, paper *raster,
                                riwalk_error *error)
{
    double cell = fmax(1, sqrt(width * height / MOST_CELLS));

    *raster = (paper){.width = (uint32_t)ceil(width / cell),
                      .height = (uint32_t)ceil(height / cell),
                      .cell = cell};
    raster->cells =
        rw_take_zeroed(pool, (size_t)raster->width * raster->height, sizeof *raster->cells, error);
    return rw_pool_status(pool);
}

/* The cell of a coordinate, in a raster with `count` cells along it. */
static uint32_t find(double place, double cell, uint32_t count)
{
    return (uint32_t)fmin(fmax(floor(place / cell), 0), count);
}

/* The columns and rows that a box touches, ends excluded. */
typedef struct range {
    uint32_t left, top, right, bottom;
} range;

static range cells_of(const paper *raster, const rw_box *box)
{
    double cell = raster->cell;

    return (range){find(box->left, cell, raster->width), find(box->top, cell, raster->height),
                   find(ceil(box->right / cell) * cell, cell, raster->width),
                   find(ceil(box->bottom / cell) * cell, cell, raster->height)};
}

static void use_cell(const paper *raster, uint32_t x, uint32_t y, brush *b)
{
    int32_t *cell = raster->cells[(size_t)y * raster->width + x];

    if (b->amount)
        cell[b->kind] += b->amount;
    for (int kind = 0; kind < KINDS && !b->amount; kind++)
        b->sums[kind] += kind == LINES && cell[kind] > MOST_LINES ? MOST_LINES : cell[kind];
}

/* These use all cells of a box, line or disc that are in the picture. */
static void use_box(const paper *raster, const rw_box *box, brush *b)
{
    range r = cells_of(raster, box);

    for (uint32_t row = r.top; row < r.bottom; row++)
        for (uint32_t column = r.left; column < r.right; column++)
            use_cell(raster, column, row, b);
}

/* One cell per step along the longer side. */
static void use_line(const paper *raster, const double from[2], const double to[2], brush *b)
{
    double side = fmax(fabs(to[0] - from[0]), fabs(to[1] - from[1]));
    uint32_t steps = (uint32_t)ceil(side / raster->cell);

    for (uint32_t step = 0; step < steps; step++) {
        double share = (step + 0.5) / steps;
        double x = floor((from[0] + share * (to[0] - from[0])) / raster->cell);
        double y = floor((from[1] + share * (to[1] - from[1])) / raster->cell);

        if (x >= 0 && y >= 0 && x < raster->width && y < raster->height)
            use_cell(raster, (uint32_t)x, (uint32_t)y, b);
    }
}

static void use_disc(const paper *raster, double x, double y, double radius, brush *b)
{
    range r = cells_of(raster, &(rw_box){x - radius, y - radius, x + radius, y + radius});

    for (uint32_t row = r.top; row < r.bottom; row++)
        for (uint32_t column = r.left; column < r.right; column++) {
            double dx = (column + 0.5) * raster->cell - x, dy = (row + 0.5) * raster->cell - y;

            if (dx * dx + dy * dy <= radius * radius)
                use_cell(raster, column, row, b);
        }
}

/* Prices per pixel of what is hidden. */
#define EDGE 4
#define ONLY_EDGE 60
#define NEAR_MARK 6    /* where a name might seem to be another mark's */
#define NEAR 3         /* pixels around a mark */
#define LEADER 10      /* per pixel of its length */
#define LEADER_CROSS 9 /* per pixel of a mark that it crosses */
#define MARK 20        /* in large graphs, where hubs have marks on all sides */
#define HIDDEN 1e5     /* per pixel of what must not be hidden */

/* Directions as x, y; the best first. */
#define SIDES 16
static const double sides[2 * SIDES] = {
    1,       0,       -1,      0,       0,      -1,     0,       1,       0.7071,  -0.7071, 0.7071,
    0.7071,  -0.7071, -0.7071, -0.7071, 0.7071, 0.9239, -0.3827, 0.9239,  0.3827,  -0.9239, -0.3827,
    -0.9239, 0.3827,  0.3827,  -0.9239, 0.3827, 0.9239, -0.3827, -0.9239, -0.3827, 0.9239,
};

/* Distances of a name from its mark, in pixels. */
static const double reaches[] = {0, 5, 12, 22, 36, 54, 76, 104, 138, 180};
#define REACHES (sizeof reaches / sizeof *reaches)
#define POINT_REACHES 4 /* for points that are not nodes: many may coincide */

typedef struct label {
    uint32_t point;
    uint32_t degree; /* degree of its node */
    uint32_t free;   /* sides at which it would hide no mark */
    double width;
    bool placed;
    rw_box box;
    double from[2], to[2]; /* the line to its mark; of length 0 without one */
} label;

typedef struct placing {
    rw_plot *plot;
    const char *const *names;
    const riwalk_graph *graph; /* NULL: points */
    paper raster;
    label *labels;
    uint32_t count;
    bool few; /* only some nodes of a large graph have names */
} placing;

static const double *spot_of(const placing *p, uint32_t point)
{
    return p->plot->spots + 2 * (size_t)point;
}

static bool is_led(const label *l)
{
    return l->from[0] != l->to[0] || l->from[1] != l->to[1];
}

/* ---- Which points get names ---- */

/* Sorts nodes with most edges first. */
static int compare_labels(const void *left, const void *right)
{
    const label *a = left, *b = right;

    return 2 * RW_ORDER(b->degree, a->degree) + RW_ORDER(a->point, b->point);
}

static void list_labels(placing *p)
{
    const riwalk_graph *g = p->graph;
    char clean[RW_TEXT_BYTES];

    for (uint32_t i = 0; i < p->plot->count; i++)
        p->labels[i] = (label){.point = i};
    for (uint32_t i = 0; i < p->plot->count && g; i++) {
        p->labels[i].degree += rw_degree(g, i);
        for (uint64_t a = g->offsets[i]; a < g->offsets[i + 1] && g->directed; a++)
            p->labels[g->neighbors[a]].degree++;
    }
    for (uint32_t i = 0; i < p->plot->count; i++)
        if (p->names[i]) {
            p->labels[p->count] = p->labels[i];
            rw_text_clean(p->names[i], LONGEST, clean);
            p->labels[p->count++].width = rw_text_width(clean, TEXT_SIZE);
        }
    qsort(p->labels, p->count, sizeof *p->labels, compare_labels);
}

/* In a large graph keeps only the first nodes of each class. */
static riwalk_status choose_labels(placing *p, riwalk_error *error)
{
    const riwalk_plot_options *o = &p->plot->options;
    uint32_t classes = o->classes && o->class_count ? o->class_count : 1;
    uint32_t most = (AUTO_LARGE + classes - 1) / classes, *counts, kept = 0;

    if (o->point_labels == RIWALK_POINT_LABELS_ALWAYS || p->plot->count <= AUTO_MOST)
        return RIWALK_STATUS_OK;
    RW_HAVE(counts = rw_alloc_zeroed(classes, sizeof *counts, error));
    for (uint32_t i = 0; i < p->count && kept < AUTO_ALL; i++) {
        uint32_t class_ = rw_plot_class(p->plot, p->labels[i].point);

        if (class_ < classes && counts[class_]++ < most)
            p->labels[kept++] = p->labels[i];
    }
    p->count = kept;
    p->few = true;
    rw_free(counts);
    return RIWALK_STATUS_OK;
}

/* ---- Obstacles ---- */

/* Adds (1) or removes (-1) a mark. */
static void add_mark(placing *p, uint32_t point, int sign)
{
    const double *spot = spot_of(p, point);
    double radius = p->plot->radius;

    use_disc(&p->raster, spot[0], spot[1], radius + p->raster.cell, &(brush){MARKS, sign, {0}});
    use_disc(&p->raster, spot[0], spot[1], radius + NEAR, &(brush){PRICE, sign * NEAR_MARK, {0}});
}

static void add_words(placing *p, const label *l, int sign)
{
    brush b = {WORDS, sign, {0}};

    use_box(&p->raster, &l->box, &b);
    use_line(&p->raster, l->from, l->to, &b);
}

static void fill_raster(placing *p)
{
    brush only_edge = {PRICE, ONLY_EDGE, {0}}, edge = {LINES, 1, {0}};
    const riwalk_graph *g = p->graph;

    for (uint32_t i = 0; i < p->plot->count; i++)
        add_mark(p, i, 1);
    for (uint32_t i = 0; i < p->plot->count && g; i++)
        for (uint64_t a = g->offsets[i]; a < g->offsets[i + 1]; a++) {
            uint32_t other = g->neighbors[a];
            bool only = rw_degree(g, i) == 1 || rw_degree(g, other) == 1;

            if (other > i || g->directed)
                use_line(&p->raster, spot_of(p, i), spot_of(p, other), only ? &only_edge : &edge);
        }
}

/* ---- Placing names ---- */

/* Puts a label at one side of its mark. */
static void set_side(const placing *p, label *l, int side, double reach)
{
    const double *spot = spot_of(p, l->point), *toward = sides + 2 * (size_t)side;
    double radius = p->plot->radius, far = radius + 2 * p->raster.cell + reach;
    double x = spot[0] + toward[0] * far, y = spot[1] + toward[1] * far;
    double left = x - l->width / 2 * (1 - fmin(fmax(1.5 * toward[0], -1), 1));
    double top = y - TEXT_HEIGHT / 2 * (1 - fmin(fmax(1.5 * toward[1], -1), 1));

    l->box = (rw_box){left, top, left + l->width, top + TEXT_HEIGHT};
    for (int i = 0; i < 2; i++) {
        l->to[i] = reach > 0 ? (i ? y : x) : 0;
        l->from[i] = reach > 0 ? spot[i] + toward[i] * radius : 0;
    }
}

/* The price of a label's current place; infinite outside of the picture. */
static double price(const placing *p, const label *l, double reach)
{
    const rw_box *room = &p->plot->room;
    brush box = {0}, line = {0};

    if (l->box.left < room->left || l->box.right > room->right || l->box.top < room->top ||
        l->box.bottom > room->bottom)
        return INFINITY;
    use_box(&p->raster, &l->box, &box);
    use_line(&p->raster, l->from, l->to, &line);
    return HIDDEN * (double)(box.sums[WORDS] + line.sums[WORDS]) +
           (p->few ? MARK : HIDDEN) * (double)box.sums[MARKS] + EDGE * (double)box.sums[LINES] +
           (double)box.sums[PRICE] + LEADER_CROSS * (double)line.sums[MARKS] + LEADER * reach;
}

/* Puts a label where its price is least: close to its mark or, if `far`, also further away. */
static void place_label(placing *p, label *l, bool far)
{
    size_t most = !far ? 1 : p->graph ? REACHES : POINT_REACHES;
    bool always = p->plot->options.point_labels == RIWALK_POINT_LABELS_ALWAYS;
    double least = always ? INFINITY : HIDDEN;
    label best = *l;

    best.placed = false;
    add_mark(p, l->point, -1);
    for (size_t reach = 0; reach < most; reach++)
        for (int side = 0; side < SIDES && reaches[reach] * LEADER < least; side++) {
            double here;

            set_side(p, l, side, reaches[reach]);
            here = price(p, l, reaches[reach]) + side;
            if (here < least) {
                least = here;
                best = *l;
                best.placed = true;
            }
        }
    add_mark(p, l->point, 1);
    *l = best;
}

/* Sorts labels with the fewest free sides first, then nodes with most edges. */
static int compare_choice(const void *left, const void *right)
{
    int order = RW_ORDER(((const label *)left)->free, ((const label *)right)->free);

    return order ? order : compare_labels(left, right);
}

static void sort_by_choice(placing *p)
{
    for (uint32_t i = 0; i < p->count; i++) {
        label *l = &p->labels[i];

        add_mark(p, l->point, -1);
        for (int side = 0; side < SIDES; side++) {
            set_side(p, l, side, 0);
            l->free += price(p, l, 0) < HIDDEN;
        }
        add_mark(p, l->point, 1);
    }
    qsort(p->labels, p->count, sizeof *p->labels, compare_choice);
}

/* Places all labels. Lines take room too, so in small graphs only names that found no place in the
 * first round get one. Points, many of which may coincide, and hubs of large graphs do better with
 * lines from the beginning. */
static void place_all(placing *p)
{
    bool far = p->few || !p->graph;

    sort_by_choice(p);
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < p->count; i++) {
            label *l = &p->labels[i];

            if (l->placed)
                add_words(p, l, -1);
            place_label(p, l, far || (round && (!l->placed || is_led(l))));
            if (l->placed)
                add_words(p, l, 1);
        }
}

/* ---- All labels ---- */

static void draw(placing *p)
{
    const rw_style line = {.fill = RW_COLOR_NONE, .stroke = RW_COLOR_TEXT, .width = 0.6};
    const rw_font font = {.size = TEXT_SIZE, .color = RW_COLOR_TEXT, .halo = true};
    rw_canvas *canvas = &p->plot->canvas;

    for (uint32_t i = 0; i < p->count; i++) {
        const label *l = &p->labels[i];

        if (!l->placed || !is_led(l))
            continue;
        rw_line_draw(canvas, &line, l->from[0], l->from[1], l->to[0], l->to[1]);
        if (p->few) /* the mark at the line's end is hard to find */
            canvas->backend->circle(canvas, &line, spot_of(p, l->point)[0], spot_of(p, l->point)[1],
                                    p->plot->radius);
    }
    for (uint32_t i = 0; i < p->count; i++) {
        const label *l = &p->labels[i];

        if (l->placed)
            rw_text_draw(canvas, &font, p->names[l->point], LONGEST, l->box.left,
                         (l->box.top + l->box.bottom) / 2);
    }
}

riwalk_status rw_point_labels_draw(rw_plot *plot, const char *const *names,
                                   const riwalk_graph *graph, riwalk_error *error)
{
    placing p = {.plot = plot, .names = names, .graph = graph};
    riwalk_point_labels when = plot->options.point_labels;
    RW_POOL(pool);

    if (!names || when == RIWALK_POINT_LABELS_NEVER ||
        (when == RIWALK_POINT_LABELS_AUTO && plot->count > AUTO_MOST && !graph))
        return RIWALK_STATUS_OK;
    RW_HAVE(p.labels = rw_take(&pool, plot->count, sizeof *p.labels, error));
    list_labels(&p);
    RW_MUST(choose_labels(&p, error));
    RW_MUST(new_raster(plot->canvas.width, plot->canvas.height, &pool, &p.raster, error));
    fill_raster(&p);
    place_all(&p);
    draw(&p);
    return RIWALK_STATUS_OK;
}
