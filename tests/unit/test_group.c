/* SPDX-License-Identifier: MIT */
/* What a group of processes makes is what one makes, byte for byte, whatever their number and the
 * order in which they get on; and what fails in one of them fails in all, with its sentence. */
#include "base/error.h"
#include "base/group.h"
#include "forked_group.h"
#include "graph/graph.h"
#include "unit/test.h"

#include <dirent.h>
#include <stdatomic.h>
#include <sys/stat.h>

#define MOST 7
#define TASKS 300

static const uint32_t member_counts[] = {1, 2, 3, 4, 7};
#define MEMBER_COUNTS (sizeof member_counts / sizeof *member_counts)

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

/* ---- What members do together ---- */

static riwalk_status sum_and_copy(riwalk_comm *group, void *data)
{
    uint64_t values[1000], rank = group->rank, n = group->members;
    riwalk_error error;

    for (uint64_t i = 0; i < 1000; i++)
        values[i] = i - rank * 5000; /* below 0: modulo 2^64 */
    expect(!rw_group_sum(group, values, 1000, &error));
    for (uint64_t i = 0; i < 1000; i++)
        expect(values[i] == n * i - n * (n - 1) / 2 * 5000);
    for (uint32_t from = 0; from < n; from++) {
        uint64_t copy = rank == from ? from + 100 : 0;

        expect(!rw_group_broadcast(group, from, &copy, sizeof copy, &error));
        expect(copy == from + 100);
    }
    return RIWALK_STATUS_OK;
}

/* Member m brings m items, the first none. */
static riwalk_status gather_lists(riwalk_comm *group, void *data)
{
    size_t count = group->rank, at = 0;
    uint32_t *items = rw_alloc(count, sizeof *items, NULL);
    riwalk_error error;
    void *list = items;

    for (uint32_t i = 0; i < count; i++)
        items[i] = 10 * group->rank + i;
    expect(!rw_group_gather(group, &list, &count, sizeof *items, &error));
    expect(count == group->members * (group->members - 1) / 2);
    items = list;
    for (uint32_t m = 0; m < group->members; m++)
        for (uint32_t i = 0; i < m; i++)
            expect(items[at++] == 10 * m + i);
    rw_free(list);
    return RIWALK_STATUS_OK;
}

TEST(members_sum_copy_and_gather)
{
    for (size_t k = 0; k < MEMBER_COUNTS; k++) {
        run_all(member_counts[k], sum_and_copy, NULL, 0);
        run_all(member_counts[k], gather_lists, NULL, 0);
    }
}

static riwalk_status count_task(void *context, size_t task, int worker, riwalk_error *error)
{
    atomic_int *runs = context;

    atomic_fetch_add(&runs[task], 1);
    return RIWALK_STATUS_OK;
}

/* Twice: numbers of the second time do not meet those of the first. */
static riwalk_status run_tasks(riwalk_comm *group, void *data)
{
    riwalk_error error;

    for (int threads = 1; threads <= 3; threads += 2)
        expect(!rw_group_parallel(group, threads, TASKS, count_task, data, &error));
    return RIWALK_STATUS_OK;
}

TEST(every_task_runs_in_one_member)
{
    size_t size = TASKS * sizeof(atomic_int);

    for (size_t k = 0; k < MEMBER_COUNTS; k++) {
        atomic_int *runs = forked_memory(size);

        run_all(member_counts[k], run_tasks, runs, 0);
        for (size_t t = 0; t < TASKS; t++)
            assert_int_equal(runs[t], 2);
        forked_memory_free(runs, size);
    }
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
    riwalk_status status = rw_group_end(group, fail_together(group, &error), &error);

    expect(status == RIWALK_STATUS_LIMIT && error.code == status);
    expect(!strcmp(error.message, "member 1 has failed"));
    return sum_and_copy(group, data);
}

TEST(a_failure_of_one_is_told_by_all)
{
    for (uint32_t members = 2; members <= MOST; members += 2)
        run_all(members, fail_and_go_on, NULL, 0);
}

/* ---- Graphs ---- */

static riwalk_status share_as(riwalk_comm *group, void *data, bool mapped)
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
        expect(graph->backing.mapped == mapped);
        riwalk_graph_free(graph);
    }
    expect(rw_memory_blocks() == blocks);
    return RIWALK_STATUS_OK;
}

static riwalk_status share_mapped(riwalk_comm *group, void *data)
{
    return share_as(group, data, true);
}

static riwalk_status share_sent(riwalk_comm *group, void *data)
{
    return share_as(group, data, false);
}

static riwalk_status share_graph(riwalk_comm *group, void *data)
{
    riwalk_graph *graph;
    long blocks = rw_memory_blocks();
    riwalk_error error;

    expect(!share_sent(group, data));
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
            scoped_graph *graph = NULL;

            options.directed = directed;
            options.weighted = t == 2;
            ok(riwalk_graph_read_from(riwalk_from_memory(texts[t], strlen(texts[t]), "text"),
                                      &options, &graph, &failure));
            run_all(3, share_graph, graph, 0);
        }
}

/* Who sees the file maps it; where it is gone, or another by now, the graph is sent. */
TEST(a_mapped_graph_is_mapped_by_all)
{
    riwalk_read_options options = WITH(riwalk_read_options, it.map = true);
    scoped_graph *made = NULL, *graph = NULL, *other = NULL;

    ok(riwalk_graph_generate(RIWALK_GENERATOR_KARATE, NULL, &made, NULL, &failure));
    ok(riwalk_graph_generate(RIWALK_GENERATOR_GRID, NULL, &other, NULL, &failure));
    ok(riwalk_graph_write(made, "group.rwg", NULL, &failure));
    ok(riwalk_graph_read("group.rwg", &options, &graph, &failure));
    run_all(3, share_mapped, graph, 0);
    ok(riwalk_graph_write(other, "group.rwg", NULL, &failure));
    run_all(3, share_sent, graph, 0);
    unlink("group.rwg");
    run_all(2, share_sent, graph, 0);
}

/* ---- Embeddings ---- */

typedef struct job {
    const riwalk_graph *graph;
    riwalk_options options;
    char folder[32];
    long permitted; /* allocations of member 1; -1: all */
    uint64_t checksum;
    bool model;
} job;

static char *path_of(const job *j, const char *name, char *path, size_t size)
{
    snprintf(path, size, "%s/%s", j->folder, name);
    return path;
}

static riwalk_status embed(riwalk_comm *group, void *data)
{
    job *j = data;
    riwalk_options options = j->options;
    long blocks = rw_memory_blocks();
    riwalk_vectors *vectors = NULL;
    riwalk_error error = {0};
    char path[64];
    riwalk_status status;

    options.group = group;
    options.output = path_of(j, "group.npy", path, sizeof path);
    options.run.threads = 1 + (int)group->rank % 2;
    if (group->rank == 1)
        rw_memory_permit(j->permitted);
    status = riwalk_embed(&j->graph, 1, NULL, &options, &vectors, NULL, NULL, &error);
    rw_memory_permit(-1);
    expect((vectors != NULL) == (!status && !group->rank));
    if (status) {
        expect(error.code == status && *error.message);
        expect(rw_memory_blocks() == blocks);
        return status;
    }
    if (vectors) {
        expect(riwalk_vectors_checksum(vectors) == j->checksum);
        expect(!riwalk_vectors_write(vectors, path, NULL, &error));
        expect(riwalk_vectors_write(vectors, path, NULL, &error) == RIWALK_STATUS_ARGUMENT);
    }
    riwalk_vectors_free(vectors);
    expect(rw_memory_blocks() == blocks);
    return RIWALK_STATUS_OK;
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
    riwalk_options options = d->job.options;
    const riwalk_graph *graph = d->job.graph;
    riwalk_vectors *vectors = NULL;
    riwalk_error error = {0};
    char path[64];
    riwalk_status status;

    if (group->rank == 1 && d->name)
        expect(!riwalk_options_set(&options, d->name, d->value, &error));
    else if (group->rank == 1)
        graph = d->other;
    options.group = group;
    options.output = path_of(&d->job, "group.npy", path, sizeof path);
    options.run.threads = 1;
    status = riwalk_embed(&graph, 1, NULL, &options, &vectors, NULL, NULL, &error);
    expect(!vectors && strstr(error.message, "rank 1 has '"));
    expect(strstr(error.message, d->name ? d->value : "graph "));
    return status;
}

/* The files that one process writes, and what else a test of a group needs. */
static void begin(job *j, const riwalk_graph *graph)
{
    scoped_vectors *vectors = NULL;
    char path[64];

    j->graph = graph;
    j->permitted = -1;
    strcpy(j->folder, "/tmp/riwalk-group-XXXXXX");
    assert_non_null(mkdtemp(j->folder));
    ok(riwalk_embed(&graph, 1, NULL, &j->options, &vectors, NULL, NULL, &failure));
    ok(riwalk_vectors_write(vectors, path_of(j, "alone.npy", path, sizeof path), NULL, &failure));
    j->checksum = riwalk_vectors_checksum(vectors);
}

static void end(const job *j)
{
    static const char *const names[] = {"alone.npy", "alone.ids", "group.npy", "group.ids"};
    char path[64];

    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        unlink(path_of(j, names[n], path, sizeof path));
    assert_int_equal(rmdir(j->folder), 0); /* nothing else is left in it */
}

static void check_members(job *j, uint32_t members)
{
    static const char *const endings[] = {"npy", "ids"};
    char alone[64], together[64], name[16];

    run_all(members, embed, j, 0);
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "alone.%s", endings[i]);
        path_of(j, name, alone, sizeof alone);
        snprintf(name, sizeof name, "group.%s", endings[i]);
        assert_same_files(alone, path_of(j, name, together, sizeof together));
        unlink(together);
    }
}

static riwalk_graph *make_graph(uint32_t nodes)
{
    riwalk_generate_options options = WITH(riwalk_generate_options, it.nodes = nodes);
    riwalk_graph *graph = NULL;

    options.degree = 3; /* some nodes have no edge */
    ok(riwalk_graph_generate(RIWALK_GENERATOR_ERDOS_RENYI, &options, &graph, NULL, &failure));
    return graph;
}

/* Of two shards: some members have none. */
TEST(skip_gram_is_the_same_in_any_group)
{
    scoped_graph *graph = make_graph(600);
    job j = {.options = WITH(riwalk_options, it.walks = 4, it.epochs = 1, it.dimensions = 20)};

    begin(&j, graph);
    for (size_t k = 0; k < MEMBER_COUNTS; k++)
        check_members(&j, member_counts[k]);
    end(&j);
}

/* With one view and two, and with many, some of which have walks of their own, and measures. */
TEST(factors_are_the_same_in_any_group)
{
    static const riwalk_preset presets[] = {RIWALK_PRESET_FAST, RIWALK_PRESET_BEST};
    scoped_graph *graph = make_graph(500);

    for (int p = 0; p < 3; p++) {
        job j = {0};

        riwalk_options_init(&j.options);
        riwalk_options_preset(&j.options, presets[p / 2]);
        if (p == 1)
            j.options.view.role_anchor = RIWALK_ROLE_ANCHOR_KEEP;
        j.options.dimensions = 48;
        begin(&j, graph);
        for (size_t k = 0; k < MEMBER_COUNTS; k++)
            check_members(&j, member_counts[k]);
        end(&j);
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
        end(&j);
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
    char path[64];

    for (int trainer = 0; trainer < 2; trainer++)
        for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
            dispute d = {.name = options[o][0], .value = options[o][1], .other = other};

            riwalk_options_init(&d.job.options);
            d.job.options.trainer = trainer ? RIWALK_TRAINER_FACTOR : RIWALK_TRAINER_SGNS;
            d.job.options.walks = 4;
            d.job.options.dimensions = 8;
            begin(&d.job, graph);
            run_all(3, disagree, &d, RIWALK_STATUS_ARGUMENT);
            assert_int_not_equal(access(path_of(&d.job, "group.npy", path, sizeof path), F_OK), 0);
            end(&d.job);
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
    char path[64], work[64];
    int statuses[MOST];
    job j = {0};

    riwalk_options_init(&j.options);
    riwalk_options_preset(&j.options, RIWALK_PRESET_BEST);
    j.options.dimensions = 32;
    begin(&j, graph);
    j.options.work = path_of(&j, "work", work, sizeof work);
    assert_int_equal(mkdir(work, 0777), 0);
    for (long call = 1;; call += 1 + call / 4) {
        uint32_t killed = (uint32_t)call % 3;

        forked_group_kill(killed, call);
        forked_group_run(3, (unsigned)call, embed, &j, statuses);
        forked_group_kill(0, 0);
        assert_int_not_equal(access(path_of(&j, "group.npy", path, sizeof path), F_OK),
                             statuses[0] ? 0 : -1);
        sweep(j.folder, ".tmp");
        /* One that is killed when all is done, or not at all, harms none. */
        if (!statuses[(killed + 1) % 3] || !statuses[(killed + 2) % 3])
            break;
        for (uint32_t m = 0; m < 3; m++)
            assert_int_equal(statuses[m], m == killed ? -1 : RIWALK_STATUS_IO);
    }
    unlink(path_of(&j, "group.npy", path, sizeof path));
    check_members(&j, 2);
    assert_true(sweep(work, "0.rwp") > 0); /* some are made again */
    check_members(&j, 4);
    damage(work);
    check_members(&j, 3);
    j.options.work = NULL;
    sweep(work, ".tmp");
    assert_true(sweep(work, ".rwp") > 20);
    assert_int_equal(rmdir(work), 0);
    end(&j);
}

TEST(what_a_group_cannot_do_is_refused)
{
    scoped_graph *graph = make_graph(20);
    const riwalk_graph *graphs[] = {graph};
    riwalk_comm group = {.size = sizeof group, .members = 1};
    riwalk_vectors *vectors = NULL;
    riwalk_model *model = NULL;
    riwalk_options options = WITH(riwalk_options, it.output = "vectors.txt");
    riwalk_error error;

    check_fails(RIWALK_STATUS_ARGUMENT, ".npy only",
                riwalk_embed(graphs, 1, NULL, &options, &vectors, NULL, NULL, &failure));
    options.method = RIWALK_METHOD_DEEPWALK;
    check_fails(RIWALK_STATUS_ARGUMENT, "riwalk methods only",
                riwalk_embed(graphs, 1, NULL, &options, &vectors, NULL, NULL, &failure));
    riwalk_options_init(&options);
    options.group = &group;
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &options, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_non_null(strstr(error.message, "need a file"));
    check_fails(RIWALK_STATUS_ARGUMENT, "only one process can make",
                riwalk_embed(graphs, 1, NULL, &options, &vectors, &model, NULL, &failure));
    options.output = "vectors.npy";
    check_fails(RIWALK_STATUS_ARGUMENT, "lacks a function",
                riwalk_embed(graphs, 1, NULL, &options, &vectors, NULL, NULL, &failure));
}
