/* SPDX-License-Identifier: MIT */
/* Models: what they give back, their files, and what they refuse. */
#include "base/search.h"
#include "embedding.h"
#include "model/projector.h"
#include "reference/sign.h"

static riwalk_options start(riwalk_trainer trainer)
{
    return WITH(riwalk_options, it.walks = 20, it.dimensions = 16, it.trainer = trainer);
}

static double mean_cosine(const riwalk_vectors *a, const riwalk_vectors *b)
{
    uint32_t d = a->dimensions;
    double sum = 0;

    for (uint32_t row = 0; row < a->count; row++) {
        const float *x = rw_vectors_row(a, row), *y = rw_vectors_row(b, row);

        sum += dot(x, y, d) / sqrt(dot(x, x, d) * dot(y, y, d)) / a->count;
    }
    return sum;
}

/* ---- Parts ---- */

/* The gradient vanishes at the solution, to what the tolerance of steps allows. */
TEST(a_solution_has_no_slope)
{
    enum {
        ROWS = 40,
        DIMENSIONS = 12
    };
    float values[ROWS * DIMENSIONS], x[DIMENSIONS], scratch[3][DIMENSIONS];
    double wanted[ROWS], unwanted[ROWS], squares[ROWS] = {0}, slope = 0, size = 0, bound = 0;
    const float *rows[ROWS];
    rw_anchor_row p = {rw_kernels_get(), DIMENSIONS, ROWS,       rows,       wanted,    unwanted,
                       squares,          20,         scratch[0], scratch[1], scratch[2]};

    srand(1);
    for (int i = 0; i < ROWS; i++) {
        rows[i] = values + i * DIMENSIONS;
        wanted[i] = i % 3 ? 0 : 30 + i;
        unwanted[i] = i % 3 ? 5 + i : 0;
        for (int d = 0; d < DIMENSIONS; d++) {
            values[i * DIMENSIONS + d] = (float)(rand() % 2001 - 1000) / 500;
            squares[i] += pow((double)values[i * DIMENSIONS + d], 2);
        }
        bound += 0.25 * (wanted[i] + unwanted[i]) * squares[i];
    }
    rw_anchor_row_solve(&p, x);
    for (int d = 0; d < DIMENSIONS; d++) {
        double g = -20 * (double)x[d];

        for (int i = 0; i < ROWS; i++) {
            double likely = 1 / (1 + exp(-dot(rows[i], x, DIMENSIONS)));

            g += (wanted[i] * (1 - likely) - unwanted[i] * likely) * (double)rows[i][d];
        }
        slope += g * g;
        size += (double)x[d] * (double)x[d];
    }
    assert_true(size > 0.01);
    assert_true(sqrt(slope) / bound < 1e-3 * sqrt(size));
}

TEST(noise_samples_keep_the_shares)
{
    uint64_t counts[1000];
    rw_corpus corpus = {.token_count = 1000, .counts = counts};
    rw_noise_pick picks[64];
    double total = 0, sum = 0;
    uint32_t count;

    for (uint32_t t = 0; t < 1000; t++)
        total += (double)(counts[t] = t == 7 ? 500 : t == 8 ? 0 : 1);
    count = rw_noise_sample(&corpus, 1, 64, picks);
    assert_true(count > 50 && count <= 64);
    for (uint32_t i = 0; i < count; i++) {
        sum += picks[i].share;
        assert_true(picks[i].token != 8 && (!i || picks[i].token > picks[i - 1].token));
        if (picks[i].token == 7)
            assert_true(fabs(picks[i].share - 500 / total) < 1e-12);
    }
    assert_true(fabs(sum - 1) < 1e-9);
    memset(counts, 0, sizeof counts);
    assert_int_equal(rw_noise_sample(&corpus, 1, 64, picks), 0);
}

/* What rw_model_nearest must find: all roles are looked at. */
static uint32_t slow_nearest(const rw_model_view *view, uint64_t role)
{
    uint64_t tuple[RIWALK_ROLE_FIELDS], least = UINT64_MAX, least_first = UINT64_MAX;
    uint32_t nearest = 0;

    rw_role_tuple(&view->setup, role, tuple);
    for (uint32_t r = 0; r < view->role_count; r++) {
        const uint32_t *known = view->tuples + (size_t)r * view->field_count;
        uint64_t sum = 0, first = (uint64_t)llabs((long long)known[0] - (long long)tuple[0]);

        for (unsigned f = 0; f < view->field_count; f++) {
            uint64_t apart = (uint64_t)llabs((long long)known[f] - (long long)tuple[f]);
            bool distance = view->setup.fields[f].kind == RW_ROLE_DISTANCE;

            sum += distance ? apart << 40 : apart;
        }
        if (sum < least || (sum == least && first < least_first)) {
            least = sum;
            least_first = first;
            nearest = r;
        }
    }
    return nearest;
}

/* A role of small random classes, so that many are equally near. */
static uint64_t random_role(const rw_model_view *view)
{
    uint32_t tuple[RIWALK_ROLE_FIELDS];
    uint64_t role;

    for (unsigned f = 0; f < view->field_count; f++)
        tuple[f] = (uint32_t)rand() % 5;
    assert_true(rw_role_pack(&view->setup, tuple, &role));
    return role;
}

TEST(the_nearest_role_is_that_of_a_full_search)
{
    enum {
        ROLES = 60
    };
    riwalk_options walks = WITH(riwalk_options, it.view_count = 1);
    const rw_type_names no_types = {0};

    srand(1);
    for (int round = 0; round < 80; round++) {
        uint64_t roles[ROLES] = {0};
        rw_model_view *view;

        walks.views[0] = walks.view;
        walks.views[0].identifier = round & 1 ? RIWALK_IDENTIFIER_WL : RIWALK_IDENTIFIER_SP;
        walks.views[0].role_anchor = round & 2 ? RIWALK_ROLE_ANCHOR_KEEP : RIWALK_ROLE_ANCHOR_DROP;
        scoped_model *model = MADE(model, rw_model_new, &walks, walks.views, 1, &no_types);
        view = &model->views[0];
        view->role_count = 1 + (uint32_t)rand() % ROLES;
        ok(rw_model_make_room(model, &failure));
        for (uint32_t r = 0; r < view->role_count; r++)
            roles[r] = random_role(view);
        qsort(roles, view->role_count, sizeof *roles, compare_u64);
        rw_model_set_roles(view, roles);
        for (int i = 0; i < 100; i++) {
            uint64_t role = random_role(view);
            uint32_t place;

            if (!rw_search_is(view->roles, view->role_count, role, &place))
                assert_int_equal(rw_model_nearest(view, role), slow_nearest(view, role));
        }
    }
}

/* ---- What comes back ---- */

static unsigned char *write_and_load(const riwalk_model *model, size_t *size)
{
    ok(riwalk_model_write(model, "model.rwm", &failure));
    return (unsigned char *)read_file("model.rwm", size);
}

/* Saving a model changes no vectors; its file is read as it was written; and it
 * gives the vectors back, where it is exact. */
TEST(models_give_back_what_made_them)
{
    static const char *const made[] = {
        "trainer=factor role-anchor=drop degree-classes=share class-base=1.5 norm=1 measures=no",
        "trainer=factor role-anchor=both method=riwalk-wl norm=2",
        "trainer=factor role-anchor=drop method=riwalk-rw-sp degree-classes=log norm=1 measures=no",
        "trainer=factor role-anchor=both method=riwalk-rw-wl",
        "trainer=factor role-anchor=keep degree-classes=share norm=2.5",
        "trainer=factor role-anchor=both norm=2.5 views=sp:1:1.3:drop,wl:2:1.6:drop measures=yes",
        "trainer=sgns role-anchor=keep degree-classes=log epochs=1"};
    static const char *const kept[] = {"trainer", "walks", "walk-length", "dimensions", "views"};
    scoped_graph *graph = make_graph(300, 3);

    EACH (words, made) {
        riwalk_transform_report report = {.size = sizeof report};
        riwalk_options s = BUT(options_of(*words), it.walks = 20, it.dimensions = 16);
        scoped_vectors *trained = NULL, *alone = embed_as(graph, s);
        scoped_model *model = learn(graph, &s, &trained);
        size_t size;
        scoped unsigned char *data = write_and_load(model, &size);
        scoped_model *read = MADE(model, riwalk_model_read, "model.rwm");
        scoped_vectors *own = transform(model, graph, NULL, &report);
        scoped_vectors *again = transform(read, graph, NULL, NULL);
        uint64_t sum = checksum_of_model(read);

        assert_int_equal(report.unknown_roles, 0);
        assert_int_equal(report.embedded, 300);
        if (!same(trained, alone) || !same(own, again))
            fail_msg("%s: other vectors", *words);
        for (size_t i = 0; i < 300 * 16 && s.trainer == RIWALK_TRAINER_FACTOR; i++)
            assert_true(fabs((double)(trained->values[i] - own->values[i])) < 1e-5);
        assert_int_equal(riwalk_model_role_count(read), riwalk_model_role_count(model));
        EACH (name, kept) {
            char is[1024], was[1024];

            riwalk_options_get(riwalk_model_options(read), *name, is, sizeof is);
            riwalk_options_get(riwalk_model_options(model), *name, was, sizeof was);
            assert_string_equal(is, was);
        }
        assert_memory_equal(data + 184, &sum, sizeof sum);
        ok(riwalk_model_write(read, "again.rwm", &failure));
        assert_same_files("model.rwm", "again.rwm");
    }
}

/* It is 0.956 (SP) and 0.968 (WL); five seeds differed by 0.003 at most. */
TEST(a_skip_gram_model_gives_similar_vectors)
{
    if (test_is_short())
        skip();
    scoped_graph *graph = make_graph(300, 3);
    for (int wl = 0; wl < 2; wl++) {
        scoped_vectors *trained = NULL;
        riwalk_options s =
            BUT(start(RIWALK_TRAINER_SGNS),
                it.view.identifier = wl ? RIWALK_IDENTIFIER_WL : RIWALK_IDENTIFIER_SP,
                it.walks = 40, it.dimensions = 32);
        scoped_model *model = learn(graph, &s, &trained);
        scoped_vectors *again = transform(model, graph, NULL, NULL);

        assert_true(mean_cosine(trained, again) > 0.945);
    }
}

/* ---- Files ---- */

static riwalk_model *small_model(riwalk_trainer trainer)
{
    scoped_graph *graph = generate(RIWALK_GENERATOR_KARATE, 0);
    riwalk_options s = BUT(start(trainer), it.walks = 4, it.dimensions = 3, it.epochs = 1);

    return learn(graph, &s, NULL);
}

static void refuse(const void *data, size_t size, const char *words)
{
    riwalk_model *model = NULL;

    check_failure(
        FORMAT, words, !strncmp(found_, "m.rwm: ", 7) && strstr(found_, wanted_),
        riwalk_model_read_from(riwalk_from_memory(data, size, "m.rwm"), &model, &failure));
    assert_null(model);
}

TEST(damaged_files_are_refused)
{
    for (int trainer = 0; trainer < 2; trainer++) {
        scoped_model *model = small_model((riwalk_trainer)trainer);
        size_t size;
        scoped unsigned char *data = write_and_load(model, &size);

        for (size_t at = 0; at < size; at++) {
            data[at] ^= (unsigned char)(1 << at % 8);
            refuse(data, size,
                   at < 8    ? "not a riwalk model file"
                   : at < 12 ? "version"
                             : "the model");
            data[at] ^= (unsigned char)(1 << at % 8);
        }
        refuse(data, 0, "not a riwalk model file");
        for (size_t left = 8; left < size; left += 7)
            refuse(data, left, "the model is truncated: it has ");
        data[size] = 0; /* there is room for it */
        refuse(data, size + 1, "damaged");
        refuse("1 2\n2 3\n", 8, "not a riwalk model file");
    }
}

/* Places are those of rw_model_header and rw_model_record. */
TEST(nonsense_is_refused_even_if_signed)
{
    static const struct {
        size_t at;
        uint32_t value;
        const char *words;
    } cases[] = {
        {12, 2, "inconsistent"},               /* trainer */
        {32, 0, "dimensions must"},            /* dimensions */
        {32, 4096, "inconsistent"},            /* more dimensions than there are values */
        {80, 0, "inconsistent"},               /* views */
        {80, 9, "inconsistent"},               /* views */
        {84, 0xffffffff, "inconsistent"},      /* noise */
        {100, 1, "inconsistent"},              /* measures */
        {112 + 4, 0x7ff00000, "inconsistent"}, /* an infinite scale */
        {192, 4, "inconsistent"},              /* a custom identifier */
        {196, 0, "radius"},                    /* radius */
        {200, 0, "inconsistent"},              /* walks */
        {208, 3, "inconsistent"},              /* classes: auto */
        {208, 4, "choice number 4"},           /* classes */
        {216 + 4, 0, "inconsistent"},          /* base of the classes: auto */
        {216 + 4, 1, "base"},                  /* base */
        {224, 0xffffffff, "inconsistent"},     /* roles */
        {228, 9, "inconsistent"},              /* fields */
        {256, 0xffffffff, "inconsistent"},     /* the first field of the first tuple */
        {264, 200, "inconsistent"},            /* its distance */
    };
    scoped_model *model = small_model(RIWALK_TRAINER_SGNS);
    size_t size, last;
    scoped unsigned char *data = write_and_load(model, &size);
    uint32_t nan = 0x7fc00000;

    for (size_t c = 0; c < ELEMENTS(cases); c++) {
        uint32_t kept;

        memcpy(&kept, data + cases[c].at, sizeof kept);
        memcpy(data + cases[c].at, &cases[c].value, sizeof kept);
        sign_model(data, size);
        refuse(data, size, cases[c].words);
        memcpy(data + cases[c].at, &kept, sizeof kept);
    }
    last = size - 4 - (model->frozen.noise_count * 3 % 2 ? 4 : 0);
    memcpy(data + last, &nan, sizeof nan);
    sign_model(data, size);
    refuse(data, size, "inconsistent");
}

/* ---- What is refused ---- */

static uint64_t own_role(const riwalk_context *context, void *data)
{
    return context->distance;
}

/* What only a program can ask; the rest: tests/cli/transform-bad and transform-changed. */
TEST(bad_arguments_are_refused)
{
    static const uint32_t unsorted[] = {4, 3}, beyond[] = {34};
    scoped_graph *graph = generate(RIWALK_GENERATOR_KARATE, 0);
    const riwalk_graph *graphs[] = {graph};
    scoped_model *model = small_model(RIWALK_TRAINER_FACTOR);
    riwalk_model *own = NULL;
    riwalk_vectors *vectors = NULL;
    riwalk_options s = BUT(start(RIWALK_TRAINER_SGNS),
                           it.view.identifier = RIWALK_IDENTIFIER_CUSTOM, it.role = own_role);
    const riwalk_transform_options cases[] = {
        WITH(riwalk_transform_options, it.only = unsorted, it.only_count = 2),
        WITH(riwalk_transform_options, it.only = beyond, it.only_count = 1),
        WITH(riwalk_transform_options, it.before = graph),
    };

    check_fails(ARGUMENT, "custom role identifier",
                riwalk_embed(graphs, 1, NULL, &s, &vectors, &own, NULL, &failure));
    EACH (c, cases)
        check_status(ARGUMENT,
                     riwalk_model_transform(model, graphs, 1, NULL, c, &vectors, NULL, &failure));
    check_status(ARGUMENT,
                 riwalk_model_transform(model, graphs, 0, NULL, NULL, &vectors, NULL, &failure));
    check_status(ARGUMENT,
                 riwalk_model_transform(NULL, graphs, 1, NULL, NULL, &vectors, NULL, &failure));
    assert_null(vectors);
}
