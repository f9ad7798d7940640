/* SPDX-License-Identifier: MIT */
/* Legends in one or several columns. What does not fit is counted in a last line. */
#include "plot/legend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_SIZE 11.0
#define ROW 18.0
#define SYMBOL 30.0    /* room for a mark */
#define GAP 12.0       /* between columns */
#define MOST_SHARE 0.4 /* of the picture's width */
#define LONGEST 36     /* characters of a name */

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

/* Entries without a name go last. */
static int compare_entries(const void *left, const void *right)
{
    const rw_legend_entry *a = left, *b = right;
    int order = !a->name || !b->name ? !a->name - !b->name : compare_names(a->name, b->name);

    return order ? order : (a->class_ > b->class_) - (a->class_ < b->class_);
}

void rw_legend_sort(rw_legend_entry *entries, size_t count)
{
    qsort(entries, count, sizeof *entries, compare_entries);
}

static double entry_width(const rw_legend_entry *entry)
{
    char clean[RW_TEXT_BYTES];

    rw_text_clean(entry->name, LONGEST, clean);
    return SYMBOL + rw_text_width(clean, TEXT_SIZE) + GAP;
}

void rw_legend_measure(const rw_canvas *canvas, rw_legend *legend, double height)
{
    size_t named = 0, columns, most;

    legend->column = 0;
    for (size_t i = 0; i < legend->count; i++)
        if (legend->entries[i].name) {
            double width = named < 1000 ? entry_width(&legend->entries[i]) : 0;

            named++;
            if (width > legend->column)
                legend->column = width;
        }
    legend->rows = height < 2 * ROW ? 2 : (size_t)(height / ROW);
    columns = (named + legend->rows - 1) / legend->rows;
    most = (size_t)(canvas->width * MOST_SHARE / (legend->column + 1));
    if (columns > most && most)
        columns = most;
    else if (columns > 1 && !most)
        columns = 1;
    legend->shown = named;
    if (columns * legend->rows < named)
        legend->shown = columns * legend->rows - 1;
    else if (columns) /* columns of about the same height */
        legend->rows = (named + columns - 1) / columns;
    legend->width = (double)columns * legend->column;
}

void rw_legend_draw(rw_canvas *canvas, const rw_legend *legend, double x, double y)
{
    rw_font font = {.size = TEXT_SIZE, .color = RW_COLOR_TEXT};
    char clean[RW_TEXT_BYTES];
    size_t place = 0, more = 0;

    for (size_t i = 0; i < legend->count; i++) {
        const rw_legend_entry *entry = &legend->entries[i];
        double left = x + (double)(place / legend->rows) * legend->column;
        double middle = y + ((double)(place % legend->rows) + 0.5) * ROW;

        if (!entry->name)
            continue;
        if (place == legend->shown) {
            more++;
            continue;
        }
        rw_mark_draw(canvas, entry->class_, left + SYMBOL - 12, middle, 5, 0);
        rw_text_clean(entry->name, LONGEST, clean);
        rw_text_draw(canvas, &font, clean, left + SYMBOL, middle);
        place++;
    }
    if (!more)
        return;
    snprintf(clean, sizeof clean, "and %zu more", more);
    font.color = RW_COLOR_FAINT_TEXT;
    rw_text_draw(canvas, &font, clean, x + (double)(place / legend->rows) * legend->column + 8,
                 y + ((double)(place % legend->rows) + 0.5) * ROW);
}
