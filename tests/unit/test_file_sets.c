/* SPDX-License-Identifier: MIT */
/* Files that are put in their places together, also where a rename fails or the process is killed.
 */
#include "unit/test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

/* ---- Renames that go wrong ---- */

static int renames;             /* so far */
static int wrong_rename;        /* the number of the one that goes wrong, from 1; 0: none */
static bool wrong_rename_kills; /* or it fails */

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

int __wrap_rename(const char *from, const char *to)
{
    if (++renames != wrong_rename)
        return __real_rename(from, to);
    if (wrong_rename_kills)
        raise(SIGKILL);
    errno = EIO;
    return -1;
}

/* ---- Five files of three kinds, in the order a, g.txt, v.ids, v.npy, z ---- */

static const char *const paths[] = {"a", "g.txt", "v.ids", "v.npy", "z"};
#define FILES 5

static riwalk_status write_files(riwalk_files *files, const char *text, riwalk_error *error)
{
    static const uint32_t ends[] = {0, 1, 1, 2};
    const char *names[] = {text};
    riwalk_vectors_options vectors_options = WITH(riwalk_vectors_options, it.run.threads = 1);
    scoped_vectors *vectors = NULL;
    scoped_graph *graph = NULL;
    riwalk_status status;

    if (!(status = riwalk_files_open(files, "a", error)) &&
        !(status = riwalk_files_write(files, text, strlen(text), error)) &&
        !(status = reference_build(3, *text == 'n' ? 2 : 1, ends, NULL, NULL, &graph, error)) &&
        !(status = riwalk_graph_write_to(graph, riwalk_to_files("g.txt", files), NULL, error)) &&
        !(status = riwalk_vectors_build(1, 1, names, &(float){(float)*text}, &vectors, error)) &&
        !(status = riwalk_vectors_write_to(vectors, riwalk_to_files("v.npy", files),
                                           &vectors_options, error)) &&
        !(status = riwalk_files_open(files, "z", error)))
        status = riwalk_files_write(files, text, strlen(text), error);
    return status;
}

static riwalk_status write_and_commit(const char *text, riwalk_error *error)
{
    riwalk_files *files = NULL;
    riwalk_status status = riwalk_files_create(&files, error);

    if (!status && !(status = write_files(files, text, error)))
        status = riwalk_files_commit(files, error);
    riwalk_files_free(files);
    return status;
}

static char *contents[2][FILES]; /* old, new */
static size_t sizes[2][FILES];

/* Learns what the files are like; the old ones stay. */
static void write_both(void)
{
    for (int which = 1; which >= 0; which--) {
        assert_int_equal(write_and_commit(which ? "new" : "old", NULL), RIWALK_STATUS_OK);
        for (int f = 0; f < FILES; f++) {
            free(contents[which][f]);
            contents[which][f] = read_file(paths[f], &sizes[which][f]);
        }
    }
    renames = 0;
}

/* The first `fresh` files are new, the others old. */
static void check_files(int fresh)
{
    for (int f = 0; f < FILES; f++) {
        int which = f < fresh;
        size_t size;
        scoped char *bytes = read_file(paths[f], &size);

        assert_int_equal(size, sizes[which][f]);
        assert_memory_equal(bytes, contents[which][f], size);
    }
}

/* ---- Tests ---- */

TEST(files_appear_together)
{
    riwalk_files *files = NULL;
    riwalk_error error;

    ok(riwalk_files_create(&files, &failure));
    assert_int_equal(write_files(files, "old", &error), RIWALK_STATUS_OK);
    for (int f = 0; f < FILES; f++)
        assert_int_not_equal(access(paths[f], F_OK), 0);
    assert_int_equal(count_files(), FILES);
    ok(riwalk_files_commit(files, &failure));
    for (int f = 0; f < FILES; f++)
        assert_int_equal(access(paths[f], F_OK), 0);
    assert_int_equal(count_files(), FILES);
    /* The set can be used again; what is not committed leaves no trace. */
    ok(riwalk_files_open(files, "more", &failure));
    ok(riwalk_files_write(files, "x", 1, &failure));
    riwalk_files_free(files);
    assert_int_equal(count_files(), FILES);
}

TEST(a_kill_leaves_the_first_files_new)
{
    write_both();
    for (int kill = 1; kill <= FILES; kill++) {
        int status;
        pid_t child = fork();

        if (!child) {
            renames = 0;
            wrong_rename = kill;
            wrong_rename_kills = true;
            write_and_commit("new", NULL);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        check_files(kill - 1);
        assert_int_equal(write_and_commit("old", NULL), RIWALK_STATUS_OK);
        check_files(0);
    }
    empty_folder(); /* of what the killed ones left */
}

TEST(a_rename_that_fails_is_an_error)
{
    for (wrong_rename = 1; wrong_rename <= FILES; wrong_rename++) {
        int wrong = wrong_rename;
        riwalk_error error;

        wrong_rename = 0;
        write_both();
        wrong_rename = wrong;
        wrong_rename_kills = false;
        assert_int_equal(write_and_commit("new", &error), RIWALK_STATUS_IO);
        assert_non_null(strstr(error.message, "cannot write "));
        assert_non_null(strstr(error.message, paths[wrong - 1]));
        check_files(wrong - 1);
        assert_int_equal(count_files(), FILES);
    }
    wrong_rename = 0;
}

TEST(a_file_that_cannot_be_written_leaves_all_old)
{
    riwalk_files *files = NULL;

    write_both();
    if (access("/dev/full", W_OK))
        skip();
    ok(riwalk_files_create(&files, &failure));
    assert_int_equal(write_files(files, "new", NULL), RIWALK_STATUS_OK);
    ok(riwalk_files_open(files, "/dev/full", &failure));
    ok(riwalk_files_write(files, "x", 1, &failure));
    check_says(IO, "cannot write /dev/full: No space left on device",
               riwalk_files_commit(files, &failure));
    riwalk_files_free(files);
    check_files(0);
    assert_int_equal(count_files(), FILES);
}

TEST(nonsense_is_refused)
{
    riwalk_files *files = NULL;

    assert_int_equal(riwalk_files_create(NULL, NULL), RIWALK_STATUS_ARGUMENT);
    ok(riwalk_files_create(&files, &failure));
    assert_int_equal(riwalk_files_open(NULL, "x", NULL), RIWALK_STATUS_ARGUMENT);
    assert_int_equal(riwalk_files_open(files, NULL, NULL), RIWALK_STATUS_ARGUMENT);
    assert_int_equal(riwalk_files_write(files, "x", 1, NULL), RIWALK_STATUS_ARGUMENT);
    ok(riwalk_files_commit(files, &failure));
    assert_int_equal(riwalk_files_commit(NULL, NULL), RIWALK_STATUS_ARGUMENT);
    riwalk_files_free(files);
    riwalk_files_free(NULL);
    assert_int_equal(count_files(), 0);
}

TEST(every_failing_allocation_is_an_error)
{
    write_both();
    check_allocations_of(0, (check_files(0), count_files() != FILES), check_files(FILES),
                         write_and_commit("new", &failure));
    assert_int_equal(count_files(), FILES);
}
