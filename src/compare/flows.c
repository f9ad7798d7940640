/* SPDX-License-Identifier: MIT */
/* The picture of a tracking. Each snapshot is a column of bars, one per role, as high as its number
 * of members; bands between columns are as wide as the number of nodes that moved between roles. */
#include "base/error.h"
#include "base/frontend.h"
#include "compare/track.h"
#include "plot/plot.h"

#include <math.h>

#define WIDTH 900
#define HEIGHT 520
#define MARGIN 24.0
#define LABEL 64.0 /* half of a snapshot's name */
#define ROW 18.0   /* height of a row of the legend */
#define SYMBOL 16.0
#define LONGEST 90 /* characters of a role's name, and of a snapshot's: */
#define LONGEST_STEP 20
#define FONT 11.0
#define MOST_NAMES 40 /* roles in the legend */
#define BAR 14.0      /* width */
#define GAP 6.0       /* between bars */
#define PIECES 16     /* line segments of a band's curved side */

typedef struct flows {
    const riwalk_tracking *t;
    rw_canvas canvas;
    rw_box area;
    double unit;  /* height per node */
    double *tops; /* [steps][roles]: tops of bars */
    double *used; /* [2][roles]: height of bars in two columns that bands already use */
} flows;

static uint32_t told_roles(const riwalk_tracking *t)
{
    return t->roles < MOST_NAMES ? t->roles : MOST_NAMES;
}

static double column_x(const flows *f, uint32_t step)
{
    return f->area.left + (f->area.right - f->area.left - BAR) * step / (f->t->steps - 1);
}

static double bar_top(const flows *f, uint32_t step, uint32_t role)
{
    return f->tops[(size_t)step * f->t->roles + role];
}

static void place_bars(flows *f)
{
    uint32_t most = 1;
    double room;

    for (uint32_t step = 0; step < f->t->steps; step++) {
        uint32_t sum = 0;

        for (uint32_t role = 0; role < f->t->roles; role++)
            sum += riwalk_tracking_role_size(f->t, step, role);
        most = sum > most ? sum : most;
    }
    room = f->area.bottom - f->area.top - GAP * (f->t->roles - 1);
    f->unit = (room > 1 ? room : 1) / most;
    for (uint32_t step = 0; step < f->t->steps; step++) {
        double y = f->area.top;

        for (uint32_t role = 0; role < f->t->roles; role++) {
            f->tops[(size_t)step * f->t->roles + role] = y;
            y += f->unit * riwalk_tracking_role_size(f->t, step, role) + GAP;
        }
    }
}

/* Draws a band; its sides are horizontal at both ends: 3 s^2 - 2 s^3. */
static void draw_band(flows *f, uint32_t from, double x0, double y0, double x1, double y1,
                      double height)
{
    rw_style style = {riwalk_class_color(from), RW_COLOR_NONE, 0, 0};
    double points[4 * (PIECES + 1)];

    for (int i = 0; i <= PIECES; i++) {
        double s = (double)i / PIECES, rise = s * s * (3 - 2 * s), x = x0 + (x1 - x0) * s;
        double y = y0 + (y1 - y0) * rise;
        double *above = points + 2 * (size_t)i, *below = points + 2 * (size_t)(2 * PIECES + 1 - i);

        above[0] = below[0] = x;
        above[1] = y;
        below[1] = y + height;
    }
    /* Halfway to the background, so that bars stand out. */
    style.fill = ((style.fill >> 1) & 0x7F7F7F) + ((RW_COLOR_BACKGROUND >> 1) & 0x7F7F7F);
    f->canvas.backend->path(&f->canvas, &style, points, 2 * (size_t)(PIECES + 1), true);
}

static void draw_moves(flows *f, uint32_t step)
{
    uint32_t roles = f->t->roles;

    for (uint32_t i = 0; i < 2 * roles; i++)
        f->used[i] = 0;
    for (uint32_t from = 0; from < roles; from++)
        for (uint32_t to = 0; to < roles; to++) {
            double height = f->unit * riwalk_tracking_moves(f->t, step, from, to);

            if (height <= 0)
                continue;
            draw_band(f, from, column_x(f, step - 1) + BAR,
                      bar_top(f, step - 1, from) + f->used[from], column_x(f, step),
                      bar_top(f, step, to) + f->used[roles + to], height);
            f->used[from] += height;
            f->used[roles + to] += height;
        }
}

static void draw_column(flows *f, uint32_t step, const char *name)
{
    const rw_font font = {FONT - 1, RW_COLOR_FAINT_TEXT, true};

    for (uint32_t role = 0; role < f->t->roles; role++) {
        const rw_style style = {riwalk_class_color(role), RW_COLOR_NONE, 0, 0};
        uint32_t size = riwalk_tracking_role_size(f->t, step, role);

        if (size)
            rw_rectangle_draw(&f->canvas, &style, column_x(f, step), bar_top(f, step, role), BAR,
                              f->unit * size);
    }
    rw_text_draw(&f->canvas, &font, name, LONGEST_STEP, column_x(f, step) + BAR / 2,
                 f->area.bottom + 14);
}

/* Draws the names of roles below the bars, in as many columns as fit. */
static void draw_legend(flows *f)
{
    const rw_font font = {.size = FONT, .color = RW_COLOR_TEXT};
    double width = 1, top = f->area.bottom + 34;
    uint32_t roles = told_roles(f->t), columns, rows;
    char clean[RW_TEXT_BYTES];

    for (uint32_t role = 0; role < roles; role++) {
        rw_text_clean(riwalk_tracking_role_name(f->t, role), LONGEST, clean);
        width = fmax(width, 2 * SYMBOL + rw_text_width(clean, FONT));
    }
    columns = (uint32_t)fmax(1, (WIDTH - 2 * MARGIN) / width);
    rows = (roles + columns - 1) / columns;
    for (uint32_t role = 0; role < roles; role++) {
        double x = MARGIN + role / rows * width, y = top + (role % rows + 0.5) * ROW;

        rw_mark_draw(&f->canvas, role, x + SYMBOL / 2, y, 5, 0);
        rw_text_draw(&f->canvas, &font, riwalk_tracking_role_name(f->t, role), LONGEST, x + SYMBOL,
                     y);
    }
}

/* Draws names of snapshots as far as they do not overlap. */
static void draw_columns(flows *f, const char *const *names)
{
    uint32_t steps = f->t->steps, shown = 1;
    char clean[RW_TEXT_BYTES];

    for (uint32_t step = 0; step < steps && names; step++) {
        rw_text_clean(names[step], LONGEST_STEP, clean);
        while (shown < steps &&
               rw_text_width(clean, FONT) > shown * (column_x(f, 1) - column_x(f, 0)))
            shown++;
    }
    for (uint32_t step = 0; step < steps; step++)
        draw_column(f, step, step % shown ? "" : (names ? names : f->t->names)[step]);
}

static riwalk_status draw(flows *f, const char *const *names, riwalk_error *error)
{
    uint32_t steps = f->t->steps, roles = f->t->roles;
    RW_POOL(pool);

    f->tops = rw_take(&pool, steps, roles * sizeof *f->tops, error);
    f->used = rw_take(&pool, roles, 2 * sizeof *f->used, error);
    RW_MUST(rw_pool_status(&pool));
    f->area = (rw_box){
        .left = LABEL, .top = MARGIN, .right = WIDTH - LABEL, .bottom = HEIGHT - MARGIN - 16};
    place_bars(f);
    for (uint32_t step = 1; step < steps; step++)
        draw_moves(f, step);
    draw_columns(f, names);
    draw_legend(f);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_tracking_plot(const riwalk_tracking *tracking, const char *const *names,
                                   const char *path, riwalk_files *files, riwalk_error *error)
{
    riwalk_plot_options picture;
    flows f = {.t = tracking};
    riwalk_status status;

    if (!tracking || !path)
        return rw_refuse(error, "the tracking and the path must not be NULL");
    riwalk_plot_options_init(&picture);
    picture.width = WIDTH;
    picture.height = HEIGHT + (uint32_t)ROW * told_roles(tracking);
    if (!(status = rw_canvas_open(&picture, path, &f.canvas, error)) &&
        !(status = draw(&f, names, error)))
        status = rw_canvas_save(&f.canvas, path, files, error);
    rw_canvas_free(&f.canvas);
    return status;
}
