/* SPDX-License-Identifier: MIT */
/* Skip-gram training: against the slow reference, at several thread counts, and its parts. */
#include "options/options.h"
#include "reference/sgns.h"
#include "train/kernels/kernels.h"
#include "train/noise.h"
#include "train/sgns.h"
#include "train/shuffle.h"
#include "unit/test.h"

/* ---- A made-up corpus: walks of `locals` anchors over `shared` roles ---- */

typedef struct made_corpus {
    rw_corpus corpus;
    uint64_t counts[4096];
    uint64_t seed;
    uint32_t walks, length;
} made_corpus;

/* A token of a walk: the anchor first and now and then; roles by a skewed law, seen from one of
 * four kinds of anchor, so that there is something to learn. */
static uint32_t made_token(const made_corpus *m, uint32_t group, uint32_t walk, uint32_t step)
{
    uint64_t bits = rw_rng_at(rw_rng_stream(m->seed, RW_STAGE_WALK, group, walk), step);
    uint32_t locals = m->corpus.local_count, shared = m->corpus.token_count - locals;
    double u = rw_rng_unit(bits);

    if (locals && group < locals && (step == 0 || bits % 5 == 0))
        return group;
    return locals + ((uint32_t)(u * u * u * shared / 4) * 4 + group % 4) % shared;
}

/* Two slices: even walks and odd ones. */
static riwalk_status made_fill(void *context, uint32_t group, uint32_t slice, int worker,
                               rw_sentences *sentences, riwalk_error *error)
{
    const made_corpus *m = context;
    uint32_t at = 0;

    sentences->count = 0;
    for (uint32_t w = slice; w < m->walks; w += 2) {
        for (uint32_t s = 0; s < m->length; s++)
            sentences->tokens[at++] = made_token(m, group, w, s);
        sentences->ends[sentences->count++] = at;
    }
    return RIWALK_STATUS_OK;
}

/* A slice of pairs, of which the ends are never the same. */
static riwalk_status made_pairs(void *context, uint32_t group, uint32_t slice, int worker,
                                rw_sentences *pairs, riwalk_error *error)
{
    const made_corpus *m = context;

    pairs->count = m->length;
    for (uint32_t i = 0; i < m->length; i++) {
        pairs->tokens[2 * i] = made_token(m, group, i, 0);
        pairs->tokens[2 * i + 1] = made_token(m, group + 1, i, 1);
    }
    return RIWALK_STATUS_OK;
}

static void make_corpus(made_corpus *m, uint64_t seed, uint32_t locals, uint32_t shared,
                        uint32_t groups, uint32_t length)
{
    *m = (made_corpus){.seed = seed, .walks = 6, .length = length};
    m->corpus = (rw_corpus){
        .token_count = locals + shared,
        .local_count = locals,
        .group_count = groups,
        .slices = 2,
        .slice_tokens = m->walks / 2 * m->length,
        .slice_sentences = m->walks / 2,
        .counts = m->counts,
        .fill = made_fill,
        .context = m,
    };
    for (uint32_t g = 0; g < groups; g++)
        for (uint32_t w = 0; w < m->walks; w++)
            for (uint32_t s = 0; s < m->length; s++)
                m->counts[made_token(m, g, w, s)]++;
    m->corpus.total = (uint64_t)groups * m->walks * m->length;
}

static rw_weights *train(const rw_corpus *corpus, const rw_plan *plan, const riwalk_options *o)
{
    rw_plan all = plan ? *plan : rw_plan_make(corpus, o, 0, 1);

    all.end = all.shards;
    return MADE_OF(rw_weights, rw_sgns_train, corpus, o, &all);
}

static void free_weights(rw_weights **weights)
{
    rw_weights_free(*weights);
}
#define scoped_weights __attribute__((cleanup(free_weights))) rw_weights

static riwalk_options training(int threads, uint32_t epochs, riwalk_pairs which)
{
    return WITH(riwalk_options, it.run.threads = threads, it.dimensions = 24, it.epochs = epochs,
                it.pairs = which);
}

/* ---- The trainer equals its definition ---- */

static void check_reference(uint64_t seed, uint32_t dimensions, uint32_t negatives, double sample,
                            double alpha, riwalk_pairs which, uint32_t length)
{
    static made_corpus m;
    riwalk_options o =
        WITH(riwalk_options, it.seed = seed, it.pairs = which, it.dimensions = dimensions,
             it.negatives = negatives, it.subsample = sample, it.alpha = alpha, it.epochs = 2,
             it.window = 4, it.run.threads = 1);
    rw_plan plan = {.shards = 1, .parts = 1, .rounds = 3};
    uint64_t pairs;

    make_corpus(&m, seed, 50, 30, 50, length);
    scoped double *input = malloc((size_t)m.corpus.token_count * dimensions * sizeof *input);
    scoped double *output = malloc((size_t)m.corpus.token_count * dimensions * sizeof *output);
    pairs = reference_sgns(&m.corpus, &o, plan.rounds, input, output);
    scoped_weights *model = train(&m.corpus, &plan, &o);
    assert_int_equal(model->pairs, pairs);
    assert_true(pairs > 1000);
    for (uint32_t t = 0; t < m.corpus.token_count; t++)
        for (uint32_t i = 0; i < dimensions; i++) {
            size_t row = t < 50 ? 30 + t : t - 50;
            double got = (double)rw_weights_row(model, t)[i];
            double out = (double)model->outputs[row * model->stride + i];

            /* A row is the sum of some thousand steps, each rounded to 2^-24 of values about 1. */
            assert_true(fabs(got - input[t * dimensions + i]) < 1e-4);
            assert_true(fabs(out - output[t * dimensions + i]) < 1e-4);
        }
}

/* By every instruction set, whose kernels are unrolled for 128 dimensions and 6 targets; where the
 * rate is high, many products are beyond what counts. */
TEST(training_equals_the_reference)
{
    static const uint32_t negatives[] = {1, 5, 6, 7, 8, 15, 16, 19};
    rw_isa best = rw_cpu_best();

    for (int isa = RW_ISA_SCALAR; isa <= (int)best; isa++) {
        setenv("RIWALK_ISA", rw_isa_name((rw_isa)isa), 1);
        for (int which = RIWALK_PAIRS_ALL; which <= RIWALK_PAIRS_ANCHOR; which++) {
            check_reference(1, 128, 5, 1e-3, 0.025, (riwalk_pairs)which, 10);
            check_reference(2, 128, 5, 0, 0.05, (riwalk_pairs)which, 10);
            check_reference(3, 7, 3, 1e-2, 0.025, (riwalk_pairs)which, 10);
            check_reference(4, 64, 5, 1e-3, 0.1, (riwalk_pairs)which, 10);
            check_reference(5, 1, 1, 1, 0.025, (riwalk_pairs)which, 10);
            check_reference(6, 40, 17, 1e-2, 0.025, (riwalk_pairs)which, 10);
            check_reference(7, 200, 8, 1e-3, 0.025, (riwalk_pairs)which, 10);
            for (uint32_t n = 0; n < ELEMENTS(negatives); n++)
                check_reference(8 + n, 16 * (1 + n % 4), negatives[n], 1e-2, 0.05,
                                (riwalk_pairs)which, 10);
        }
        /* So long that the pairs of an anchor are trained in several lists. */
        check_reference(8, 16, 5, 0, 0.025, RIWALK_PAIRS_ANCHOR, 300);
    }
    unsetenv("RIWALK_ISA");
}

static double largest_difference(const double *a, const double *b, size_t count)
{
    double most = 0;

    for (size_t i = 0; i < count; i++)
        most = fmax(most, fabs(a[i] - (b ? b[i] : 0)));
    return most;
}

/* LINE: rounding of floats, 6e-8, over some thousand updates of a row that mostly cancel. Entries
 * are about one by then. Rounds that are no divisor of the slices are the rule. */
TEST(training_on_pairs_equals_the_reference)
{
    enum {
        TOKENS = 60,
        GROUPS_OF_PAIRS = 1000,
        DIMENSIONS = 8,
        SIZE = TOKENS * DIMENSIONS
    };
    static const rw_plan plans[] = {{1, 1, 1}, {1, 1, 67}, {1, 4, 13}, {1, 8, 50}};
    static double x[2][SIZE], y[2][SIZE];
    static made_corpus m;

    for (int symmetric = 0; symmetric < 2; symmetric++)
        EACH (plan, plans) {
            riwalk_options o =
                WITH(riwalk_options, it.dimensions = DIMENSIONS, it.epochs = 1, it.subsample = 0,
                     it.run.threads = 2, it.alpha = 0.1, it.negatives = plan->parts == 4 ? 3 : 5);

            make_corpus(&m, 7, 0, TOKENS, 0, 16);
            m.corpus.group_count = GROUPS_OF_PAIRS;
            m.corpus.slices = 1;
            m.corpus.slice_tokens = 2 * m.length;
            m.corpus.slice_sentences = m.length;
            m.corpus.total = (uint64_t)2 * m.length * GROUPS_OF_PAIRS;
            m.corpus.fill = made_pairs;
            m.corpus.pairs = true;
            m.corpus.symmetric = symmetric;
            for (uint32_t g = 0; g < GROUPS_OF_PAIRS; g++)
                for (uint32_t i = 0; i < m.length; i++) {
                    m.counts[made_token(&m, g, i, 0)]++;
                    m.counts[made_token(&m, g + 1, i, 1)]++;
                }
            scoped_weights *model = train(&m.corpus, plan, &o);
            assert_int_equal(model->pairs, m.corpus.total / 2);
            assert_int_equal(symmetric, !model->outputs);
            for (uint32_t i = 0; i < SIZE; i++) {
                x[0][i] = (double)rw_weights_row(model, i / DIMENSIONS)[i % DIMENSIONS];
                y[0][i] = symmetric
                              ? 0
                              : (double)rw_weights_output(model, i / DIMENSIONS)[i % DIMENSIONS];
            }
            reference_line_train(&m.corpus, &o, plan, x[1], symmetric ? NULL : y[1]);
            assert_true(largest_difference(x[1], NULL, SIZE) > 0.5);
            assert_true(largest_difference(x[0], x[1], SIZE) < 1e-4);
            assert_true(symmetric || largest_difference(y[0], y[1], SIZE) < 1e-4);
        }
}

/* ---- Threads have no influence ---- */

static void check_threads(uint32_t locals, uint32_t shared, const rw_plan *plan, riwalk_pairs which)
{
    static const int threads[] = {1, 2, 3, 8};
    static made_corpus m;
    scoped void *sums = NULL, *rows = NULL;

    make_corpus(&m, 5, locals, shared, 400, 10);
    EACH (t, threads) {
        riwalk_options o = training(*t, 2, which);
        scoped_weights *model = train(&m.corpus, plan, &o);
        scoped float *values = malloc((size_t)(locals + shared) * 24 * sizeof *values);

        assert_true(model->loss > 0);
        for (uint32_t i = 0; i < locals + shared; i++)
            memcpy(values + i * 24, rw_weights_row(model, i), 24 * sizeof *values);
        assert_unchanged(&sums, (double[]){model->loss, (double)model->pairs}, 2 * sizeof(double));
        assert_unchanged(&rows, values, (size_t)(locals + shared) * 24 * sizeof *values);
    }
}

TEST(threads_have_no_influence)
{
    check_threads(300, 40, &(rw_plan){.shards = 5, .parts = 1, .rounds = 7}, RIWALK_PAIRS_ALL);
    check_threads(400, 40, &(rw_plan){.shards = 8, .parts = 1, .rounds = 50}, RIWALK_PAIRS_ALL);
    check_threads(0, 700, &(rw_plan){.shards = 1, .parts = 6, .rounds = 3}, RIWALK_PAIRS_ALL);
    check_threads(0, 700, &(rw_plan){.shards = 1, .parts = 1, .rounds = 1}, RIWALK_PAIRS_ALL);
    check_threads(0, 3, &(rw_plan){.shards = 1, .parts = 8, .rounds = 2}, RIWALK_PAIRS_ALL);
    check_threads(300, 40, &(rw_plan){.shards = 5, .parts = 1, .rounds = 7}, RIWALK_PAIRS_ANCHOR);
    check_threads(400, 40, &(rw_plan){.shards = 8, .parts = 1, .rounds = 50}, RIWALK_PAIRS_ANCHOR);
}

/* A change that a merge overlooks stays in one shard. Rounds are so short that many roles are
 * trained in few shards or none. */
static void check_shards_agree(riwalk_pairs which)
{
    static made_corpus m;
    riwalk_options o = training(2, 2, which);

    make_corpus(&m, 5, 400, 40, 400, 10);
    scoped_weights *model = train(&m.corpus, &(rw_plan){.shards = 8, .parts = 1, .rounds = 50}, &o);
    for (uint32_t s = model->first; s < model->end; s++) {
        size_t bytes = model->shared_count * model->stride * sizeof(float);
        size_t block = rw_weights_block(model, s);

        assert_memory_equal(model->inputs + block, model->inputs, bytes);
        assert_memory_equal(model->outputs + block, model->outputs, bytes);
    }
}

TEST(shards_agree_on_shared_rows)
{
    check_shards_agree(RIWALK_PAIRS_ALL);
    check_shards_agree(RIWALK_PAIRS_ANCHOR);
}

/* ---- It learns ---- */

/* The mean squared length of the shared rows' output vectors. */
static double output_length(uint32_t shards)
{
    static made_corpus m;
    riwalk_options o = training(2, 5, RIWALK_PAIRS_ALL);
    double sum = 0;

    make_corpus(&m, 9, 400, 40, 400, 10);
    scoped_weights *model =
        train(&m.corpus, &(rw_plan){.shards = shards, .parts = 1, .rounds = 10}, &o);
    for (uint32_t t = 400; t < 440; t++) {
        const float *y = rw_weights_output(model, t);

        sum += (double)rw_kernels_get()->dot(y, y, 24);
    }
    return sum / 40;
}

/* Rows begin at zero; the plain mean of the shards' changes would leave them far behind (0.65, 0.35
 * and 0.15 of one shard's), and their sum would go beyond (1.17, 1.30 and 1.30). */
TEST(shared_rows_come_as_far_with_several_shards)
{
    double one = output_length(1);

    for (uint32_t shards = 2; shards <= 8; shards *= 2) {
        double share = output_length(shards) / one;

        assert_true(share > 0.7 && share < 1.15);
    }
}

TEST(no_epochs_give_the_initial_vectors)
{
    static made_corpus m;
    riwalk_options o = training(2, 0, RIWALK_PAIRS_ALL);

    make_corpus(&m, 1, 20, 10, 20, 10);
    m.counts[3] = 0;
    scoped_weights *model = train(&m.corpus, NULL, &o);
    assert_int_equal(model->pairs, 0);
    assert_true(isnan(model->loss));
    for (uint32_t t = 0; t < 30; t++)
        for (uint32_t i = 0; i < 24; i++) {
            float x = rw_weights_row(model, t)[i];

            assert_true(t == 3 ? x == 0 : x != 0 && fabsf(x) <= 0.5f / 24);
        }
}

/* ---- Its parts ---- */

/* The probability of each item, read off the table, is its weight's share to 2^-30. */
TEST(noise_is_exact)
{
    enum {
        ITEMS = 1000
    };
    static double weights[ITEMS], used[ITEMS], share[ITEMS];
    static rw_noise_entry entries[ITEMS];
    static uint32_t scratch[ITEMS];

    for (uint32_t count = 1; count <= ITEMS; count += 1 + count / 3) {
        rw_noise noise = {.entries = entries};
        double sum = 0;

        memset(share, 0, sizeof share);
        for (uint32_t i = 0; i < count; i++) {
            double u = rw_rng_unit(rw_rng_at(count, i));

            sum += weights[i] = used[i] = i % 7 == 3 ? 0 : u * u * u * 1e6;
        }
        rw_noise_fill(&noise, count, used, scratch);
        for (uint32_t i = 0; i < count; i++) {
            double own = entries[i].other == i ? 1 : (double)entries[i].threshold / 0x1p32;

            share[i] += own / count;
            share[entries[i].other] += (1 - own) / count;
        }
        for (uint32_t i = 0; i < count; i++) {
            assert_true(fabs(share[i] - weights[i] / sum) < 0x1p-30);
            assert_true(weights[i] > 0 || share[i] < 1e-12);
        }
        assert_true(rw_noise_draw(&noise, UINT32_MAX) < count);
    }
}

TEST(shuffling_is_a_permutation)
{
    static uint8_t seen[5000];

    for (uint64_t count = 1; count <= 5000; count += 1 + count / 2) {
        uint64_t fixed = 0;

        memset(seen, 0, sizeof seen);
        for (uint64_t i = 0; i < count; i++) {
            uint64_t at = rw_shuffled(count * 77, count, i);

            assert_true(at < count && !seen[at]);
            seen[at] = 1;
            fixed += at == i;
        }
        /* A random permutation has one fixed point on average; more than 8 once in 10^6. */
        assert_true(fixed <= 8);
    }
}

static riwalk_status read_text(const char *text, uint64_t min_count, rw_text_corpus **corpus,
                               riwalk_error *error)
{
    riwalk_run run = {0};
    rw_input input;
    riwalk_status status = rw_input_memory(text, strlen(text), "corpus.txt", &input, error);

    if (!status)
        status = rw_text_corpus_read(&input, min_count, &run, corpus, error);
    rw_input_close(&input);
    return status;
}

TEST(text_becomes_tokens)
{
    rw_text_corpus *corpus = NULL;
    uint32_t tokens[16], ends[16];
    rw_sentences s = {.tokens = tokens, .ends = ends};
    static const uint32_t expected[] = {1, 0, 0, 2, 0, 1};
    riwalk_error error = {0};

    assert_int_equal(read_text("b\ta  a\r\n\n rare \n c  a b\nc", 2, &corpus, &error), 0);
    assert_int_equal(corpus->kept.corpus.token_count, 3);
    assert_memory_equal(corpus->text, "abc", 3);
    assert_int_equal(corpus->kept.counts[0], 3);
    assert_int_equal(corpus->kept.counts[2], 2);
    assert_int_equal(corpus->kept.corpus.group_count, 1);
    assert_int_equal(corpus->kept.corpus.total, 7);
    /* Three sentences over sixteen slices: one in each of the first three. */
    assert_int_equal(corpus->kept.corpus.slice_tokens, 3);
    for (uint32_t slice = 0; slice < 16; slice++) {
        rw_kept_fill(&corpus->kept, 0, slice, 0, &s, NULL);
        assert_int_equal(s.count, slice < 3);
        if (slice < 3)
            assert_int_equal(ends[0], slice < 2 ? 3 : 1);
        if (slice < 2)
            assert_memory_equal(tokens, expected + 3 * slice, 3 * sizeof *tokens);
    }
    rw_text_corpus_free(corpus);
    corpus = NULL;
    check_says(FORMAT, "corpus.txt has no token that occurs 2 times",
               read_text("a b", 2, &corpus, &failure));
    assert_null(corpus);
}

/* Numbers that need 1, 2 and 4 bytes come back as they were, in groups and sentences. */
TEST(every_width_holds_its_tokens)
{
    static const uint32_t vocabularies[] = {200, 300, 65535, 70000};
    static char text[2000000];
    static uint32_t tokens[12000], ends[12000];

    for (size_t v = 0; v < 4; v++) {
        rw_text_corpus *corpus = NULL;
        rw_sentences s = {.tokens = tokens, .ends = ends};
        size_t at = 0;
        uint64_t seen = 0;

        for (uint32_t t = 0; t < vocabularies[v]; t++)
            at += (size_t)sprintf(text + at, "t%u%c", t, t % 37 == 36 ? '\n' : ' ');
        assert_int_equal(read_text(text, 1, &corpus, NULL), 0);
        assert_int_equal(corpus->kept.width, v == 0 ? 1 : v < 3 ? 2 : 4);
        for (uint32_t i = 0; i < corpus->kept.corpus.group_count * 16; i++) {
            rw_kept_fill(&corpus->kept, i / 16, i % 16, 0, &s, NULL);
            assert_true(s.count <= corpus->kept.corpus.slice_sentences);
            assert_true(!s.count || ends[s.count - 1] <= corpus->kept.corpus.slice_tokens);
            /* All tokens occur once, so their numbers are the order of appearance. */
            for (uint32_t t = 0; s.count && t < ends[s.count - 1]; t++)
                assert_int_equal(tokens[t], seen++);
        }
        assert_int_equal(seen, vocabularies[v]);
        rw_text_corpus_free(corpus);
    }
}

/* ---- Texts whose lines have a token of their own ---- */

#define GROUPS 512

/* Two lines for each group, with its anchor and some of 40 shared tokens. Group `odd` may differ.
 */
static size_t write_walks(char *text, uint32_t groups, uint32_t odd, const char *line)
{
    size_t at = 0;

    for (uint32_t g = 0; g < groups; g++)
        at += (size_t)sprintf(text + at, "n%u r%u r%u n%u\n%s\n", g, g % 40, g % 7, g,
                              g == odd ? line : "");
    for (uint32_t g = 0; g < groups; g++)
        if (g == odd && !strcmp(line, "apart"))
            at += (size_t)sprintf(text + at, "n%u r1\n", g);
    return at;
}

/* The local tokens of that text. */
static uint32_t locals_of(uint32_t groups, const char *line, uint64_t min_count)
{
    static char text[100000];
    rw_text_corpus *corpus = NULL;
    uint32_t locals;

    write_walks(text, groups, 3, line);
    assert_int_equal(read_text(text, min_count, &corpus, NULL), 0);
    locals = corpus->kept.corpus.local_count;
    rw_text_corpus_free(corpus);
    return locals;
}

TEST(tokens_of_one_group_of_lines_are_local)
{
    static char text[100000];
    rw_text_corpus *corpus = NULL;
    uint32_t tokens[16], ends[16], shared = 0;
    rw_sentences s = {.tokens = tokens, .ends = ends};

    write_walks(text, GROUPS, 3, "n3 r5");
    assert_int_equal(read_text(text, 1, &corpus, NULL), 0);
    assert_int_equal(corpus->kept.corpus.local_count, GROUPS);
    assert_int_equal(corpus->kept.corpus.group_count, GROUPS);
    assert_int_equal(corpus->kept.corpus.token_count, GROUPS + 40);
    assert_int_equal(corpus->kept.counts[3], 3);
    for (uint32_t i = 0; i < corpus->kept.corpus.token_count; i++) { /* names keep their tokens */
        const char *name = corpus->text + corpus->starts[i];
        size_t length = (size_t)(corpus->starts[i + 1] - corpus->starts[i]);
        char expected[16];

        if (*name == 'n') {
            assert_int_equal(sprintf(expected, "n%u", corpus->tokens[i]), length);
            assert_memory_equal(name, expected, length);
        } else {
            assert_int_equal(corpus->tokens[i], GROUPS + shared++);
        }
        assert_true(i == 0 || corpus->kept.counts[corpus->tokens[i - 1]] >=
                                  corpus->kept.counts[corpus->tokens[i]]);
    }
    rw_kept_fill(&corpus->kept, 3, 0, 0, &s, NULL);
    assert_int_equal(s.count, 1);
    assert_int_equal(ends[0], 4);
    assert_int_equal(tokens[0], 3);
    assert_int_equal(tokens[3], 3);
    assert_true(tokens[1] >= GROUPS && tokens[1] == tokens[2]);
    rw_kept_fill(&corpus->kept, 3, 1, 0, &s, NULL);
    assert_int_equal(ends[0], 2);
    rw_text_corpus_free(corpus);
}

TEST(other_texts_have_no_local_tokens)
{
    assert_int_equal(locals_of(GROUPS, "", 1), GROUPS);
    assert_int_equal(locals_of(GROUPS - 1, "", 1), 0);     /* too few to gain */
    assert_int_equal(locals_of(GROUPS, "n3 r1 n2", 1), 0); /* another's, from before */
    assert_int_equal(locals_of(GROUPS, "n3 r1 n9", 1), 0); /* another's, from later */
    assert_int_equal(locals_of(GROUPS, "r1 n3", 1), 0);    /* a line of a shared token */
    assert_int_equal(locals_of(GROUPS, "apart", 1), 0);    /* lines apart */
    assert_int_equal(locals_of(GROUPS, "lone r1", 1), GROUPS + 1);
    assert_int_equal(locals_of(GROUPS, "lone r1", 2), 0); /* whose token is dropped */
}

TEST(every_failing_allocation_is_an_error)
{
    static char text[100000];

    check_making(5, rw_text_corpus, read_text("a b c\nb c d\n", 1, &made, &failure));
    write_walks(text, GROUPS, 3, "");
    check_making(5, rw_text_corpus, read_text(text, 1, &made, &failure));
}
