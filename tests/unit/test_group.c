/* SPDX-License-Identifier: MIT */
/* What a group of processes makes is what one makes, byte for byte, whatever their number and the
 * order in which they get on; and what fails in one of them fails in all, with its sentence. */
#include "base/error.h"
#include "base/group.h"
#include "forked_group.h"
#include "graph/graph.h"
#include "unit/test.h"

#include <dirent.h>

#include <sys/stat.h>

#define MOST 7
#define TASKS 300

static const uint32_t member_counts[] = {1, 2, 3, 4, 7};
#define MEMBER_COUNTS ELEMENTS(member_counts)

/* A check in a member: what is not so is its exit status, which is no riwalk_status. */
#define expect(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: member %u: not so: %s\n", __FILE__, __LINE__, group->rank,     \
                    #condition);                                                                   \
            exit(99);                                                                              \
        }                                                                                          \
    } while (0)

static void run_all(uint32_t members, forked_work *work, void *data, int expected)
{
    int statuses[MOST];

    forked_group_run(members, members, work, data, statuses);
    for (uint32_t m = 0; m < members; m++)
        assert_int_equal(statuses[m], expected);
}

/* ---- Failures ---- */

static riwalk_status fail_task(void *context, size_t task, int worker, riwalk_error *error)
{
    const uint32_t *rank = context;

    usleep(200);
    return *rank == 1 && task > 10 ? rw_fail(error, RIWALK_STATUS_LIMIT, "member 1 has failed")
                                   : RIWALK_STATUS_OK;
}

static riwalk_status fail_together(riwalk_comm *group, riwalk_error *error)
{
    uint64_t value = 1;
    riwalk_status status;

    if ((status = rw_group_sum(group, &value, 1, error)) ||
        (status = rw_group_parallel(group, 2, TASKS, fail_task, &group->rank, error)) ||
        (status = rw_group_sum(group, &value, 1, error)))
        return status;
    return RIWALK_STATUS_OK;
}

/* All know the sentence, and the group works again in the next call. */
static riwalk_status fail_and_go_on(riwalk_comm *group, void *data)
{
    riwalk_error error = {0};
    uint64_t value = group->rank;
    riwalk_status status = rw_group_end(group, fail_together(group, &error), &error);

    expect(status == RIWALK_STATUS_LIMIT && error.code == status);
    expect(!strcmp(error.message, "member 1 has failed"));
    expect(!rw_group_sum(group, &value, 1, &error));
    expect(value == group->members * (group->members - 1) / 2);
    return RIWALK_STATUS_OK;
}

TEST(a_failure_of_one_is_told_by_all)
{
    for (uint32_t members = 2; members <= MOST; members += 2)
        run_all(members, fail_and_go_on, NULL, 0);
}

/* ---- Graphs ---- */

static bool shared_map; /* the others map the file too */

static riwalk_status share(riwalk_comm *group, void *data)
{
    const riwalk_graph *original = data;
    riwalk_graph *graph = group->rank ? NULL : data;
    long blocks = rw_memory_blocks();
    riwalk_error error;

    expect(!riwalk_graph_broadcast(group, &graph, &error));
    expect(rw_graph_checksum(graph) == rw_graph_checksum(original));
    expect(graph->duplicates_dropped == original->duplicates_dropped);
    expect((graph == original) == !group->rank);
    if (group->rank) {
        expect(graph->backing.mapped == shared_map);
        riwalk_graph_free(graph);
    }
    expect(rw_memory_blocks() == blocks);
    return RIWALK_STATUS_OK;
}

static riwalk_status share_graph(riwalk_comm *group, void *data)
{
    riwalk_graph *graph;
    long blocks = rw_memory_blocks();
    riwalk_error error;

    expect(!share(group, data));
    /* Where memory ends in one member, all fail, and nothing is left. */
    for (long permitted = 0; group->members > 1 && permitted < 3; permitted++) {
        graph = group->rank ? NULL : data;
        if (group->rank == 1)
            rw_memory_permit(permitted);
        expect(riwalk_graph_broadcast(group, &graph, &error) == RIWALK_STATUS_MEMORY);
        rw_memory_permit(-1);
        expect(error.code == RIWALK_STATUS_MEMORY && *error.message);
        expect(rw_memory_blocks() == blocks);
    }
    return RIWALK_STATUS_OK;
}

TEST(graphs_of_all_kinds_are_shared)
{
    static const char *const texts[] = {"1 2\n2 3\n2 1\n", "10 20\n20 35\n",
                                        "ann bob 2\nbob x 3\n"};
    riwalk_read_options options = DEFAULTS(riwalk_read_options);

    for (size_t t = 0; t < 3; t++)
        for (int directed = 0; directed < 2; directed++) {
            options.directed = directed;
            options.weighted = t == 2;
            scoped_graph *graph = graph_from(texts[t], &options);
            run_all(3, share_graph, graph, 0);
        }
}

/* Who sees the file maps it; where it is gone, or another by now, the graph is sent. */
TEST(a_mapped_graph_is_mapped_by_all)
{
    riwalk_read_options options = WITH(riwalk_read_options, it.map = true);
    scoped_graph *made = generate(RIWALK_GENERATOR_KARATE, 0);
    scoped_graph *other = generate(RIWALK_GENERATOR_GRID, 0);

    ok(riwalk_graph_write(made, "group.rwg", NULL, &failure));
    scoped_graph *graph = MADE(graph, riwalk_graph_read, "group.rwg", &options);
    shared_map = true;
    run_all(3, share, graph, 0);
    shared_map = false;
    ok(riwalk_graph_write(other, "group.rwg", NULL, &failure));
    run_all(3, share, graph, 0);
    unlink("group.rwg");
    run_all(2, share, graph, 0);
}

/* ---- Embeddings ---- */

typedef struct job {
    const riwalk_graph *graph;
    riwalk_options options;
    long permitted; /* allocations of member 1; -1: all */
    uint64_t checksum;
    bool model;
} job;

static riwalk_status embed(riwalk_comm *group, void *data)
{
    job *j = data;
    riwalk_options options = BUT(j->options, it.group = group, it.output = "group.npy",
                                 it.run.threads = 1 + (int)group->rank % 2);
    long blocks = rw_memory_blocks();
    riwalk_vectors *vectors = NULL;
    riwalk_error error = {0};
    riwalk_status status;

    if (group->rank == 1)
        rw_memory_permit(j->permitted);
    status = riwalk_embed(&j->graph, 1, NULL, &options, &vectors, NULL, NULL, &error);
    rw_memory_permit(-1);
    expect((vectors != NULL) == (!status && !group->rank));
    expect(!status || (error.code == status && *error.message));
    if (vectors) {
        expect(riwalk_vectors_checksum(vectors) == j->checksum);
        expect(!riwalk_vectors_write(vectors, "group.npy", NULL, &error));
        expect(riwalk_vectors_write(vectors, "group.npy", NULL, &error) == RIWALK_STATUS_ARGUMENT);
    }
    riwalk_vectors_free(vectors);
    expect(rw_memory_blocks() == blocks);
    return status;
}

/* Member 1 differs in one thing from the others. */
typedef struct dispute {
    job job;
    const char *name; /* of an option; NULL: it has another graph */
    const char *value;
    const riwalk_graph *other;
} dispute;

static riwalk_status disagree(riwalk_comm *group, void *data)
{
    dispute *d = data;
    riwalk_options options =
        BUT(d->job.options, it.group = group, it.output = "group.npy", it.run.threads = 1);
    const riwalk_graph *graph = d->job.graph;
    riwalk_vectors *vectors = NULL;
    riwalk_error error = {0};
    riwalk_status status;

    if (group->rank == 1 && d->name)
        expect(!riwalk_options_set(&options, d->name, d->value, &error));
    else if (group->rank == 1)
        graph = d->other;
    status = riwalk_embed(&graph, 1, NULL, &options, &vectors, NULL, NULL, &error);
    expect(!vectors && strstr(error.message, "rank 1 has '"));
    expect(strstr(error.message, d->name ? d->value : "graph "));
    return status;
}

/* The files that one process writes. */
static void begin(job *j, const riwalk_graph *graph)
{
    scoped_vectors *vectors = NULL;

    j->graph = graph;
    j->permitted = -1;
    ok(riwalk_embed(&graph, 1, NULL, &j->options, &vectors, NULL, NULL, &failure));
    ok(riwalk_vectors_write(vectors, "alone.npy", NULL, &failure));
    j->checksum = riwalk_vectors_checksum(vectors);
}

/* A group writes the same files, and no others. */
static void check_members(job *j, uint32_t members)
{
    int others = count_files();

    run_all(members, embed, j, 0);
    assert_same_files("alone.npy", "group.npy");
    assert_same_files("alone.ids", "group.ids");
    unlink("group.npy");
    unlink("group.ids");
    assert_true(j->options.work || count_files() == others);
}

static void check_groups(job *j, const riwalk_graph *graph)
{
    begin(j, graph);
    EACH (members, member_counts)
        check_members(j, *members);
}

static riwalk_graph *make_graph(uint32_t nodes)
{
    return GENERATED(ERDOS_RENYI, it.nodes = nodes, it.degree = 3); /* some nodes have no edge */
}

/* Of two shards: some members have none. */
TEST(skip_gram_is_the_same_in_any_group)
{
    job j = {.options = WITH(riwalk_options, it.walks = 4, it.epochs = 1, it.dimensions = 20)};
    scoped_graph *graph = make_graph(600);

    check_groups(&j, graph);
}

/* With one view and two, and with many, some of which have walks of their own, and measures. */
TEST(factors_are_the_same_in_any_group)
{
    static const riwalk_preset presets[] = {RIWALK_PRESET_FAST, RIWALK_PRESET_FAST,
                                            RIWALK_PRESET_BEST};
    scoped_graph *graph = make_graph(500);

    for (int p = 0; p < 3; p++) {
        job j = {.options = WITH(riwalk_options, riwalk_options_preset(&it, presets[p]),
                                 it.dimensions = 48)};

        if (p == 1)
            j.options.view.role_anchor = RIWALK_ROLE_ANCHOR_KEEP;
        check_groups(&j, graph);
    }
}

static void fail_allocations(job *j)
{
    int statuses[MOST] = {RIWALK_STATUS_MEMORY};

    for (long step = 1; statuses[0]; step += test_step() + step / 10) {
        j->permitted = step - 1;
        forked_group_run(3, (unsigned)step, embed, j, statuses);
        assert_int_equal(statuses[0], statuses[1]);
        assert_int_equal(statuses[0], statuses[2]);
        assert_true(!statuses[0] || statuses[0] == RIWALK_STATUS_MEMORY);
    }
    assert_true(j->permitted > 20);
}

/* By skip-gram and by the factor trainer. */
TEST(an_allocation_that_fails_in_one_fails_all)
{
    for (int factor = 0; factor < 2; factor++) {
        scoped_graph *graph = make_graph(factor ? 200 : 300);
        job j = {.options = WITH(riwalk_options, it.walks = 2, it.epochs = 1, it.dimensions = 8)};

        if (factor) {
            riwalk_options_preset(&j.options, RIWALK_PRESET_BEST);
            j.options.dimensions = 32;
        }
        begin(&j, graph);
        fail_allocations(&j);
    }
}

/* Options or a graph of its own in one member: all say so, and nothing is made. */
TEST(members_must_agree)
{
    static const char *const options[][2] = {
        {"method", "riwalk-wl"}, {"seed", "77"},       {"walks", "17"},
        {"radius", "3"},         {"dimensions", "33"}, {"weighting", "log"},
        {"class-base", "1.25"},  {"epochs", "9"},      {NULL, NULL}};
    scoped_graph *graph = make_graph(120), *other = make_graph(121);

    for (int trainer = 0; trainer < 2; trainer++)
        EACH (o, options) {
            dispute d = {.job.options = WITH(riwalk_options, it.walks = 4, it.dimensions = 8,
                                             it.trainer = (riwalk_trainer)trainer),
                         .name = (*o)[0],
                         .value = (*o)[1],
                         .other = other};

            begin(&d.job, graph);
            run_all(3, disagree, &d, RIWALK_STATUS_ARGUMENT);
            assert_int_not_equal(access("group.npy", F_OK), 0);
        }
}

/* Removes what killed processes left in a folder: of files that were not finished only. */
static uint32_t sweep(const char *folder, const char *ending)
{
    DIR *list = opendir(folder);
    uint32_t removed = 0;

    assert_non_null(list);
    for (struct dirent *entry; (entry = readdir(list));) {
        size_t length = strlen(entry->d_name), tail = strlen(ending);
        char path[512];

        if (length < tail || strcmp(entry->d_name + length - tail, ending) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        assert_int_equal(unlink(path), 0);
        removed++;
    }
    closedir(list);
    return removed;
}

/* Cuts every file in a folder in the middle, or changes a byte there. */
static void damage(const char *folder)
{
    DIR *list = opendir(folder);
    bool cut = false;

    for (struct dirent *entry; (entry = readdir(list)); cut = !cut) {
        char path[512];
        struct stat info;
        FILE *file;

        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (*entry->d_name == '.' || stat(path, &info))
            continue;
        if (cut) {
            assert_int_equal(truncate(path, info.st_size / 2), 0);
            continue;
        }
        assert_non_null(file = fopen(path, "r+b"));
        fseek(file, info.st_size / 2, SEEK_SET);
        putc(0x5a, file);
        fclose(file);
    }
    closedir(list);
}

/* At every call of the group one member is killed, at the beginning, while walking, fitting and
 * writing: there is no output, and a group of another size goes on with what is there. */
TEST(a_killed_member_leaves_no_output_and_its_work)
{
    scoped_graph *graph = make_graph(700);
    int statuses[MOST];
    job j = {.options = WITH(riwalk_options, riwalk_options_preset(&it, RIWALK_PRESET_BEST),
                             it.dimensions = 32)};

    begin(&j, graph);
    j.options.work = "work";
    assert_int_equal(mkdir("work", 0777), 0);
    for (long call = 1;; call += 1 + call / 4) {
        uint32_t killed = (uint32_t)call % 3;

        forked_group_kill(killed, call);
        forked_group_run(3, (unsigned)call, embed, &j, statuses);
        forked_group_kill(0, 0);
        assert_int_not_equal(access("group.npy", F_OK), statuses[0] ? 0 : -1);
        sweep(".", ".tmp");
        /* One that is killed when all is done, or not at all, harms none. */
        if (!statuses[(killed + 1) % 3] || !statuses[(killed + 2) % 3])
            break;
        for (uint32_t m = 0; m < 3; m++)
            assert_int_equal(statuses[m], m == killed ? -1 : RIWALK_STATUS_IO);
    }
    check_members(&j, 2);
    assert_true(sweep("work", "0.rwp") > 0); /* some are made again */
    check_members(&j, 4);
    damage("work");
    check_members(&j, 3);
    sweep("work", ".tmp");
    assert_true(sweep("work", ".rwp") > 20);
    assert_int_equal(rmdir("work"), 0);
}

TEST(what_a_group_cannot_do_is_refused)
{
    scoped_graph *graph = make_graph(20);
    const riwalk_graph *graphs[] = {graph};
    riwalk_comm group = {.size = sizeof group, .members = 1};
    const struct {
        riwalk_options options;
        bool model;
        const char *words;
    } cases[] = {
        {WITH(riwalk_options, it.output = "vectors.txt"), false, ".npy only"},
        {WITH(riwalk_options, it.output = "vectors.txt", it.method = RIWALK_METHOD_DEEPWALK), false,
         "only the riwalk methods"},
        {WITH(riwalk_options, it.group = &group), false, "must name the file"},
        {WITH(riwalk_options, it.group = &group), true, "only one process can make"},
        {WITH(riwalk_options, it.group = &group, it.output = "vectors.npy"), false,
         "lacks a function"},
    };

    EACH (c, cases) {
        riwalk_vectors *vectors = NULL;
        riwalk_model *model = NULL;

        check_fails(ARGUMENT, c->words,
                    riwalk_embed(graphs, 1, NULL, &c->options, &vectors, c->model ? &model : NULL,
                                 NULL, &failure));
    }
}
