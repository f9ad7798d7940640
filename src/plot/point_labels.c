/* SPDX-License-Identifier: MIT */
/* Names beside their marks. Each is tried at eight sides of its mark and put where it overlaps
 * least; in automatic mode only where it overlaps nothing. */
#include "base/memory.h"
#include "plot/plot.h"

#include <math.h>

#define TEXT_SIZE 9.0
#define LONGEST 20        /* characters */
#define AUTO_MOST 200     /* points that get names by themselves */
#define CAREFUL_MOST 3000 /* points whose names are put with care: it takes the square of them */
#define SIDES 8

typedef struct rectangle {
    double left, top, right, bottom;
} rectangle;

typedef struct placing {
    rw_plot *plot;
    rectangle *taken; /* by names so far */
    uint32_t count;
} placing;

static double overlap(const rectangle *a, const rectangle *b)
{
    double width = fmin(a->right, b->right) - fmax(a->left, b->left);
    double height = fmin(a->bottom, b->bottom) - fmax(a->top, b->top);

    return width > 0 && height > 0 ? width * height : 0;
}

/* How much of a rectangle is taken by marks, by names, or lies outside of the picture. */
static double cost(const placing *p, const rectangle *r, uint32_t own)
{
    double sum = 0, radius = p->plot->radius;
    const rw_canvas *canvas = &p->plot->canvas;
    rectangle all = {0, 0, canvas->width, canvas->height};

    for (uint32_t i = 0; i < p->count; i++)
        sum += overlap(r, &p->taken[i]);
    for (uint32_t i = 0; i < p->plot->count; i++) {
        const double *spot = p->plot->spots + 2 * (size_t)i;
        rectangle mark = {spot[0] - radius, spot[1] - radius, spot[0] + radius, spot[1] + radius};

        if (i != own)
            sum += overlap(r, &mark);
    }
    return sum + (r->right - r->left) * (r->bottom - r->top) - overlap(r, &all);
}

/* The rectangle of a name at one of the sides: right, left, above, below, then between them. */
static rectangle at_side(const rw_plot *plot, uint32_t i, double width, int side)
{
    static const double across[SIDES] = {1, -1, 0, 0, 1, 1, -1, -1};
    static const double down[SIDES] = {0, 0, -1, 1, -1, 1, -1, 1};
    double far = plot->radius * (side < 4 ? 1 : 0.7) + 1.5, height = TEXT_SIZE * 0.9;
    double x = plot->spots[2 * (size_t)i] + across[side] * (far + width / 2);
    double y = plot->spots[2 * (size_t)i + 1] + down[side] * (far + height / 2);

    return (rectangle){x - width / 2, y - height / 2, x + width / 2, y + height / 2};
}

static void put_name(placing *p, uint32_t i, const char *name)
{
    bool always = p->plot->options.point_labels == RIWALK_POINT_LABELS_ALWAYS;
    int sides = p->plot->count <= CAREFUL_MOST ? SIDES : 1;
    double width, least = INFINITY;
    const rw_font font = {.size = TEXT_SIZE, .color = RW_COLOR_TEXT};
    rectangle best = {0};
    char clean[RW_TEXT_BYTES];

    rw_text_clean(name, LONGEST, clean);
    width = rw_text_width(clean, TEXT_SIZE);
    for (int side = 0; side < sides && least > 0; side++) {
        rectangle r = at_side(p->plot, i, width, side);
        double here = sides > 1 ? cost(p, &r, i) : 0;

        if (here < least) {
            least = here;
            best = r;
        }
    }
    if (least > 0 && !always)
        return;
    p->taken[p->count++] = best;
    rw_text_draw(&p->plot->canvas, &font, clean, best.left, (best.top + best.bottom) / 2);
}

riwalk_status rw_point_labels_draw(rw_plot *plot, const char *const *names, riwalk_error *error)
{
    placing p = {.plot = plot};

    if (!names || plot->options.point_labels == RIWALK_POINT_LABELS_NEVER ||
        (plot->options.point_labels == RIWALK_POINT_LABELS_AUTO && plot->count > AUTO_MOST))
        return RIWALK_STATUS_OK;
    if (!(p.taken = rw_alloc(plot->count, sizeof *p.taken, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t i = 0; i < plot->count; i++)
        if (names[i])
            put_name(&p, i, names[i]);
    rw_free(p.taken);
    return RIWALK_STATUS_OK;
}
