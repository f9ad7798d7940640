/* SPDX-License-Identifier: MIT */
/* Legends in one or several columns. What does not fit is counted in a last line. */
#include "plot/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_SIZE 11.0
#define ROW 18.0
#define SYMBOL 30.0    /* room for a mark */
#define GAP 12.0       /* between columns */
#define MOST_SHARE 0.4 /* of the picture's width */
#define LONGEST 36     /* characters of a name */
#define MEASURED 1000  /* names that decide on the width */

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Compares the numbers that two texts begin with, and steps over them where they are equal. */
static int compare_numbers(const char **a, const char **b)
{
    size_t length_a, length_b;
    int order;

    *a += strspn(*a, "0");
    *b += strspn(*b, "0");
    length_a = strspn(*a, "0123456789");
    length_b = strspn(*b, "0123456789");
    if (length_a != length_b)
        return length_a < length_b ? -1 : 1;
    if ((order = memcmp(*a, *b, length_a)))
        return order;
    *a += length_a;
    *b += length_b;
    return 0;
}

/* The order in which people list names: 2 before 10, also within text. */
static int compare_names(const char *a, const char *b)
{
    int order;

    if (*a == '-' && *b == '-' && digit(a[1]) && digit(b[1]))
        return compare_names(b + 1, a + 1);
    while (*a && *b) {
        if (digit(*a) && digit(*b)) {
            if ((order = compare_numbers(&a, &b)))
                return order;
        } else if (*a != *b) {
            break;
        } else {
            a++;
            b++;
        }
    }
    return (int)(unsigned char)*a - (int)(unsigned char)*b;
}

static int compare_entries(const void *left, const void *right)
{
    const rw_legend_entry *a = left, *b = right;
    int order = compare_names(a->name, b->name);

    return order ? order : (a->class_ > b->class_) - (a->class_ < b->class_);
}

void rw_legend_sort(rw_legend_entry *entries, size_t count)
{
    qsort(entries, count, sizeof *entries, compare_entries);
}

/* Where entries are. */
typedef struct grid {
    size_t columns, rows;
    size_t shown;  /* entries that there is room for */
    double column; /* width */
} grid;

static grid measure(const rw_canvas *canvas, const rw_legend_entry *entries, size_t count,
                    double height)
{
    grid g = {.shown = count, .rows = height < 2 * ROW ? 2 : (size_t)(height / ROW)};
    char clean[RW_TEXT_BYTES];
    size_t most;

    for (size_t i = 0; i < count && i < MEASURED; i++) {
        rw_text_clean(entries[i].name, LONGEST, clean);
        g.column = fmax(g.column, SYMBOL + rw_text_width(clean, TEXT_SIZE) + GAP);
    }
    g.columns = (count + g.rows - 1) / g.rows;
    most = (size_t)(canvas->width * MOST_SHARE / (g.column + 1));
    most = most ? most : 1;
    if (g.columns > most)
        g.columns = most;
    if (g.columns * g.rows < count)
        g.shown = g.columns * g.rows - 1;
    else if (g.columns) /* columns of about the same height */
        g.rows = (count + g.columns - 1) / g.columns;
    return g;
}

void rw_legend_draw(rw_canvas *canvas, const rw_legend_entry *entries, size_t count, rw_box *area)
{
    grid g = measure(canvas, entries, count, area->bottom - area->top);
    rw_font font = {.size = TEXT_SIZE, .color = RW_COLOR_TEXT};
    char more[32];

    area->right -= (double)g.columns * g.column;
    for (size_t i = 0; i < count && i <= g.shown; i++) {
        double left = area->right + (double)(i / g.rows) * g.column;
        double middle = area->top + ((double)(i % g.rows) + 0.5) * ROW;

        if (i < g.shown) {
            rw_mark_draw(canvas, entries[i].class_, left + SYMBOL - 12, middle, 5, 0);
            rw_text_draw(canvas, &font, entries[i].name, LONGEST, left + SYMBOL, middle);
        } else {
            snprintf(more, sizeof more, "and %zu more", count - g.shown);
            font.color = RW_COLOR_FAINT_TEXT;
            rw_text_draw(canvas, &font, more, LONGEST, left + 8, middle);
        }
    }
}
