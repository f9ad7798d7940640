/* SPDX-License-Identifier: MIT */
/* Computes the vector that skip-gram would have given to an anchor while all other rows stay as
 * they are.
 *
 * The vector is the anchor's input row, that of the context (src/train/sgns.c). So it learns from
 * the pairs with the anchor as context and a role as centre:
 *
 *   sum over roles r of  n(r) log s(x . o_r)  +  negatives * n * E[ log s(-x . o_t) ]
 *
 * n(r) is the expected number of such pairs in all epochs, after thinning and windows, and n their
 * sum. The expectation E is over the noise, of which the model has a sample of output rows. Pairs
 * of the anchor with itself are left out: its own output row is unknown, and solving for it, too,
 * gained little (Actor: cosine 0.96 instead of 0.95, for twice the work).
 *
 * Training stops long before convergence. Gradient steps from zero whose lengths sum to T act like
 * a ridge of 1/T. So the ridge is a multiple of 1 / (mean learning rate), for the sum over all
 * pairs; the multiple brings solutions closest to trained vectors. */
#include "model/projector.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

#define RIDGE 5.0
/* For learning rates near 0: vectors are then practically zero, but must be finite. */
#define LARGEST_RIDGE 1e12
#define LARGEST_SCALE 1e6
/* Anchors that determine the scale. */
#define SCALE_ANCHORS 128

#define MAX_STEPS 200
/* Stop when a step moves x by less than this fraction of its norm, far below the uncertainty of
 * sampled walks. */
#define TOLERANCE 1e-4

typedef struct rw_solver {
    const riwalk_model *model;
    double limit;         /* occurrences above which a token is thinned */
    double *keep;         /* [roles]: fraction of a role's occurrences kept by thinning */
    double *role_squares; /* [roles]: squared norms of the output rows */
    double *pairs;        /* [roles]: pairs of the current anchor */
    uint32_t *met;        /* [roles]: roles with pairs */
    uint32_t met_count;
    uint32_t *places;  /* [slots]: the model's number of each slot's role */
    double *passed;    /* [walk length + 1]: expected tokens kept before each token */
    double *left;      /* [walk length]: probability that each token is kept */
    rw_anchor_row row; /* noise rows first, then roles */
} rw_solver;

/* ---- One row: accelerated gradient ascent from zero (Nesterov 1983), restarted when a step goes
 * back (O'Donoghue and Candes 2015). Newton's method would take fewer steps, but each costs as much
 * as dozens of these. The step length is 1 / (a bound of the curvature), so no line search is
 * needed. ---- */

/* The gradient at `ahead`. */
static void find_gradient(const rw_anchor_row *p)
{
    for (size_t d = 0; d < p->dimensions; d++)
        p->gradient[d] = (float)-p->ridge * p->ahead[d];
    for (size_t i = 0; i < p->count; i++) {
        const float *row = p->rows[i];
        float dot = p->kernels->dot(p->ahead, row, p->dimensions);
        double likely = 1 / (1 + exp(-(double)dot));
        float pull = (float)(p->wanted[i] * (1 - likely) - p->unwanted[i] * likely);

        for (size_t d = 0; d < p->dimensions; d++)
            p->gradient[d] += pull * row[d];
    }
}

/* Steps from `ahead`; returns whether x has converged. `*momentum` is Nesterov's t. */
static bool step(const rw_anchor_row *p, float length, double *momentum, float *x)
{
    double along = 0, moved = 0, size = 0, next;
    float carry;

    for (size_t d = 0; d < p->dimensions; d++) {
        float to = p->ahead[d] + length * p->gradient[d];

        p->step[d] = to - x[d];
        x[d] = to;
        along += (double)p->gradient[d] * (double)p->step[d];
        moved += (double)p->step[d] * (double)p->step[d];
        size += (double)to * (double)to;
    }
    if (along < 0)
        *momentum = 1;
    next = (1 + sqrt(1 + 4 * *momentum * *momentum)) / 2;
    carry = (float)((*momentum - 1) / next);
    *momentum = next;
    for (size_t d = 0; d < p->dimensions; d++)
        p->ahead[d] = x[d] + carry * p->step[d];
    return moved <= TOLERANCE * TOLERANCE * size;
}

void rw_anchor_row_solve(const rw_anchor_row *p, float *x)
{
    double curvature = p->ridge, momentum = 1;
    bool settled = false;
    float length;

    for (size_t i = 0; i < p->count; i++)
        curvature += 0.25 * (p->wanted[i] + p->unwanted[i]) * p->squares[i];
    length = (float)(1 / curvature);
    memset(x, 0, p->dimensions * sizeof *x);
    memset(p->ahead, 0, p->dimensions * sizeof *p->ahead);
    for (int s = 0; s < MAX_STEPS && !settled; s++) {
        find_gradient(p);
        settled = step(p, length, &momentum, x);
    }
}

/* ---- Preparation ---- */

static void prepare(rw_solver *s)
{
    const rw_frozen *frozen = &s->model->frozen;
    const riwalk_options *training = &s->model->options;
    uint32_t dimensions = training->dimensions;

    s->limit = training->subsample * (double)frozen->token_total;
    for (uint32_t r = 0; r < s->model->column_count; r++) {
        s->keep[r] = rw_keep_share(s->limit, (double)frozen->visits[r]);
        const float *row = frozen->outputs + (size_t)r * dimensions;

        s->role_squares[r] = rw_vectors_dot(row, row, dimensions);
    }
    for (uint32_t i = 0; i < frozen->noise_count; i++) {
        const float *row = s->row.rows[i] = frozen->noise_outputs + (size_t)i * dimensions;

        s->row.squares[i] = rw_vectors_dot(row, row, dimensions);
        s->row.wanted[i] = 0;
    }
    s->row.kernels = rw_kernels_get();
    s->row.dimensions = dimensions;
    s->row.ridge = fmin(RIDGE * 2 / (training->alpha + training->min_alpha), LARGEST_RIDGE);
}

riwalk_status rw_solver_make(rw_projector *p, riwalk_error *error)
{
    const rw_walk_setup *setup = p->engine->setups[0];
    size_t roles = p->model->column_count, dimensions = p->model->options.dimensions;
    size_t rows = roles + p->model->frozen.noise_count;
    size_t steps = (size_t)setup->walks * setup->walk_length;
    rw_pool *pool = &p->pool;
    rw_solver *s = p->solver = rw_take_zeroed(pool, 1, sizeof *s, error);

    RW_HAVE(s);
    s->model = p->model;
    s->keep = rw_take(pool, roles, sizeof *s->keep, error);
    s->role_squares = rw_take(pool, roles, sizeof *s->role_squares, error);
    s->pairs = rw_take_zeroed(pool, roles, sizeof *s->pairs, error);
    s->met = rw_take(pool, roles, sizeof *s->met, error);
    s->places = rw_take(pool, steps + 1, sizeof *s->places, error);
    s->passed = rw_take(pool, setup->walk_length + (size_t)1, sizeof *s->passed, error);
    s->left = rw_take(pool, setup->walk_length, sizeof *s->left, error);
    s->row.rows = rw_take(pool, rows, sizeof *s->row.rows, error);
    s->row.wanted = rw_take(pool, rows, sizeof *s->row.wanted, error);
    s->row.unwanted = rw_take(pool, rows, sizeof *s->row.unwanted, error);
    s->row.squares = rw_take(pool, rows, sizeof *s->row.squares, error);
    s->row.ahead = rw_take(pool, dimensions, sizeof(float), error);
    s->row.gradient = rw_take(pool, dimensions, sizeof(float), error);
    s->row.step = rw_take(pool, dimensions, sizeof(float), error);
    if (!pool->failed)
        prepare(s);
    return rw_pool_status(pool);
}

/* ---- Expected pairs ---- */

/* Maps the roles of all slots to the model's, and finds the share of visits to unknown ones. */
static riwalk_status name_slots(rw_solver *s, rw_projector *projector, const rw_walks *walks,
                                double *unknown_share, riwalk_error *error)
{
    uint64_t visits = 0, unknown = 0;

    for (uint32_t slot = 1; slot < walks->slot_count; slot++) {
        const rw_slot *at = &walks->slots[slot];
        bool known;

        RW_MUST(rw_projector_place(projector, 0, at->role, &s->places[slot], &known, error));
        visits += at->visits;
        unknown += known ? 0 : at->visits;
    }
    *unknown_share = visits ? (double)unknown / (double)visits : 0;
    return RIWALK_STATUS_OK;
}

/* Adds the pair of the anchor with a centre `away` tokens from it; false beyond the reach of all
 * windows. A window is uniform in 1 .. `window`; `reach` is the probability that it covers `away`
 * tokens. `away` is an expectation: exact if no walk is longer than the window. */
static bool add_pair(rw_solver *s, uint32_t slot, double left, double away)
{
    double window = s->model->options.window, reach = (window + 1 - away) / window;
    uint32_t place = s->places[slot];

    if (reach <= 0)
        return false;
    if (!slot)
        return true;
    if (s->pairs[place] == 0)
        s->met[s->met_count++] = place;
    s->pairs[place] += left * reach;
    return true;
}

static void add_walk(rw_solver *s, const uint32_t *tokens, uint32_t length, double anchor_keep)
{
    s->passed[0] = 0;
    for (uint32_t t = 0; t < length; t++) {
        s->left[t] = tokens[t] ? s->keep[s->places[tokens[t]]] : anchor_keep;
        s->passed[t + 1] = s->passed[t] + s->left[t];
    }
    for (uint32_t a = 0; a < length; a++) {
        if (tokens[a])
            continue;
        for (uint32_t t = a; t-- > 0;)
            if (!add_pair(s, tokens[t], s->left[t] * anchor_keep,
                          1 + s->passed[a] - s->passed[t + 1]))
                break;
        for (uint32_t t = a + 1; t < length; t++)
            if (!add_pair(s, tokens[t], s->left[t] * anchor_keep,
                          1 + s->passed[t] - s->passed[a + 1]))
                break;
    }
}

/* ---- The problem ---- */

/* Sets up the problem: noise for the expected pairs, then the roles. Clears the pairs. */
static void set_problem(rw_solver *s)
{
    const rw_frozen *frozen = &s->model->frozen;
    const riwalk_options *training = &s->model->options;
    rw_anchor_row *row = &s->row;
    double sum = 0;

    row->count = frozen->noise_count;
    for (uint32_t i = 0; i < s->met_count; i++) {
        uint32_t role = s->met[i];

        row->rows[row->count] = frozen->outputs + (size_t)role * training->dimensions;
        row->squares[row->count] = s->role_squares[role];
        row->wanted[row->count] = training->epochs * s->pairs[role];
        row->unwanted[row->count++] = 0;
        sum += s->pairs[role];
        s->pairs[role] = 0;
    }
    s->met_count = 0;
    for (uint32_t i = 0; i < frozen->noise_count; i++)
        row->unwanted[i] = training->epochs * sum * training->negatives * frozen->noise_shares[i];
}

typedef struct solving {
    rw_projector *projector;
    float *const *vectors;
    double *unknown_shares;
    uint32_t done;
} solving;

static riwalk_status solve(void *context, int worker, const rw_walks *walks, riwalk_error *error)
{
    solving *at = context;
    rw_solver *s = at->projector->solver;
    float *vector = at->vectors[at->done];
    double keep;

    RW_MUST(name_slots(s, at->projector, walks, &at->unknown_shares[at->done++], error));
    keep = rw_keep_share(s->limit, walks->slots[0].visits);
    s->places[0] = 0;
    for (uint32_t w = 0; w < walks->walks; w++)
        add_walk(s, walks->tokens + (size_t)w * walks->length, walks->length, keep);
    set_problem(s);
    rw_anchor_row_solve(&s->row, vector);
    for (size_t d = 0; d < s->row.dimensions; d++)
        vector[d] *= (float)s->model->frozen.scale;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_solver_find(rw_projector *p, const uint32_t *anchors, uint32_t count,
                             float *const *vectors, double *unknown_shares, riwalk_error *error)
{
    solving at = {p, vectors, unknown_shares, 0};

    return rw_engine_walks(p->engine, 0, p->worker, anchors, count, 0, p->engine->setups[0]->walks,
                           solve, &at, error);
}

/* ---- The scale ---- */

riwalk_status rw_solver_set_scale(riwalk_model *model, const rw_walk_setup *setup,
                                  const rw_weights *trained, riwalk_error *error)
{
    const riwalk_run alone = {.threads = 1};
    uint32_t count = trained->local_count < SCALE_ANCHORS ? trained->local_count : SCALE_ANCHORS;
    double along = 0, length = 0, unknown;
    rw_projector p = {0};
    rw_engine *engine = NULL;
    float *vector = NULL;
    riwalk_status status;

    if (!(status = rw_engine_open(&setup, 1, &alone, SCALE_ANCHORS, &engine, error)) &&
        !(status = rw_projector_init(&p, model, engine, 0, error))) {
        vector = rw_take(&p.pool, trained->dimensions, sizeof *vector, error);
        status = rw_pool_status(&p.pool);
    }
    for (uint32_t i = 0; i < count && !status; i++) {
        uint32_t anchor = (uint32_t)((uint64_t)i * trained->local_count / count);
        const float *goal = rw_weights_row(trained, anchor);

        status = rw_projector_find(&p, &anchor, 1, &vector, &unknown, error);
        for (uint32_t d = 0; d < trained->dimensions && !status; d++) {
            along += (double)goal[d] * (double)vector[d];
            length += (double)vector[d] * (double)vector[d];
        }
    }
    model->frozen.scale = along > 0 && length > 0 ? fmin(along / length, LARGEST_SCALE) : 1;
    rw_projector_free(&p);
    rw_engine_close(engine);
    return status;
}
