/* SPDX-License-Identifier: MIT */
/* riwalk concat: joins vectors of ranges of nodes. */
#include "cli.h"

static cli_strings paths;

static cli_option arguments[] = {
    {CLI_FILES("VECTORS"), .store = &paths,
     .help = "files of vectors that riwalk transform --anchors wrote, in any order"},
};

static cli_option options[] = {
    {CLI_VECTORS_OUTPUT},
    {CLI_VECTORS_TO},
    {CLI_NO_METADATA},
};

/* A file of vectors, and what its metadata say. */
typedef struct rows {
    const char *path;
    riwalk_vectors *vectors;
    cli_text about;
    uint64_t graphs;     /* a checksum of the graphs, independent of file names; 0: unknown */
    uint64_t nodes;      /* of all graphs */
    uint64_t first, end; /* its range; 0:0 if unknown */
} rows;

static rows *files; /* [count] */
static size_t count;
static bool ranges; /* all files have a range */

/* ---- Reading ---- */

/* Reads a whole number; false for any other value. */
static bool take_whole(rw_json *json, uint64_t *number)
{
    rw_json_value value;

    return rw_json_take(json, &value) && value.kind == RW_JSON_NUMBER &&
           rw_parse_count((rw_span){value.text, value.length}, number);
}

/* Counts the nodes of all graphs, and adds up their checksums. */
static void find_graphs(rows *r)
{
    rw_json_value key, value;
    uint64_t nodes;
    rw_json json;

    if (!cli_find_metadata(&r->about, "graphs", &json) || !rw_json_enter(&json, RW_JSON_ARRAY))
        return;
    while (rw_json_item(&json) && rw_json_enter(&json, RW_JSON_OBJECT))
        while (rw_json_key(&json, &key))
            if (rw_json_is(&key, "nodes"))
                r->nodes += take_whole(&json, &nodes) ? nodes : 0;
            else if (rw_json_is(&key, "checksum") && rw_json_take(&json, &value))
                r->graphs = r->graphs * 31 + strtoull(value.text, NULL, 16);
            else
                rw_json_skip(&json);
}

/* Finds the range in the metadata, if they have one. */
static void find_range(rows *r)
{
    rw_json json;

    if (!cli_find_metadata(&r->about, "anchors", &json))
        return;
    if (!rw_json_enter(&json, RW_JSON_ARRAY) || !rw_json_item(&json) ||
        !take_whole(&json, &r->first) || !rw_json_item(&json) || !take_whole(&json, &r->end) ||
        rw_json_item(&json) || r->end - r->first != riwalk_vectors_count(r->vectors) ||
        r->end > r->nodes)
        cli_fail("%s.json does not say which nodes %s has: make it again, or remove this "
                 "file",
                 r->path, r->path);
}

static void read_rows(void)
{
    const rows *with = NULL, *without = NULL;

    for (rows *r = files; r < files + count; r++) {
        r->path = paths.items[r - files];
        r->about = cli_read_metadata(r->path);
        r->vectors = cli_read_vectors(r->path);
        find_graphs(r);
        find_range(r);
        *(r->end ? &with : &without) = r;
    }
    if (with && without)
        cli_fail("%s.json says which nodes %s has, and %s has no such file: make it again, "
                 "or remove all of them to keep the given order",
                 with->path, with->path, without->path);
    ranges = with;
}

static int by_first(const void *a, const void *b)
{
    const rows *x = a, *y = b;

    return x->first < y->first ? -1 : x->first > y->first;
}

/* ---- Checks ---- */

/* Finds the value of a key, as spelled in the file; false if it is absent. */
static bool find_text(const rows *r, const char *key, rw_json_value *found)
{
    rw_json json;

    if (!cli_find_metadata(&r->about, key, &json))
        return false;
    found->text = json.at + strspn(json.at, " \t\r\n");
    rw_json_skip(&json);
    found->length = (size_t)(json.at - found->text);
    return true;
}

/* Checks that all rows come from one model and the same graphs. */
static void compare(void)
{
    for (const rows *first = files, *r = files + 1; r < files + count; r++) {
        uint32_t length = riwalk_vectors_dimensions(first->vectors);
        const char *other = NULL;
        rw_json_value a, b;

        if (riwalk_vectors_dimensions(r->vectors) != length)
            cli_fail("%s has %u dimensions, %s has %u", r->path,
                     riwalk_vectors_dimensions(r->vectors), first->path, length);
        if (find_text(first, "model_checksum", &a) && find_text(r, "model_checksum", &b) &&
            (a.length != b.length || memcmp(a.text, b.text, a.length)))
            other = "by another model";
        else if (first->graphs && r->graphs && first->graphs != r->graphs)
            other = "of another graph";
        if (other)
            cli_fail("%s was made %s than %s, as %s.json shows", r->path, other, first->path,
                     r->path);
    }
}

/* If all ranges are known: sorts the files by range, and checks that they cover the graph once. */
static void order(void)
{
    uint64_t covered = 0, nodes = files->nodes;

    if (!ranges)
        return;
    qsort(files, count, sizeof *files, by_first);
    for (size_t i = 0; i <= count; i++) {
        uint64_t first = i < count ? files[i].first : nodes;

        if (first > covered)
            cli_fail("no file has the vectors of the nodes %" PRIu64 ":%" PRIu64 " (of %" PRIu64
                     "): make them with riwalk transform --anchors %" PRIu64 ":%" PRIu64,
                     covered, first, nodes, covered, first);
        if (i < count && first < covered)
            cli_fail("the vectors of node %" PRIu64 " are in two files: %s and %s", first,
                     files[i - 1].path, files[i].path);
        covered = i < count ? files[i].end : covered;
    }
}

/* ---- Writing ---- */

/* Writes what all files have in common, as spelled in the first. */
static void write_metadata(const riwalk_vectors *vectors)
{
    static const char *const common[] = {"options", "model", "model_checksum", "roles",
                                         "riwalk",  "isa",   "graphs"};
    rw_json_writer *to = CLI_BEGIN_METADATA;
    rw_json_value value;

    for (size_t k = 0; k < sizeof common / sizeof *common; k++)
        if (find_text(files, common[k], &value))
            rw_json_spelled(to, common[k], value.text, value.length);
    cli_write_metadata(to, vectors);
}

static void run(void)
{
    const char *straight;
    const riwalk_vectors **list;
    riwalk_vectors *vectors = NULL;

    count = paths.count;
    for (size_t i = 0; i < count; i++)
        cli_expect("reading:1");
    cli_expect("writing:1");
    cli_check_outputs();
    CLI_ALLOC(files, count);
    CLI_ALLOC(list, count);
    straight = cli_takes_rows() ? cli_given.out : NULL;
    read_rows();
    compare();
    order();
    for (size_t i = 0; i < count; i++)
        list[i] = files[i].vectors;
    if (straight)
        cli_signals_hold(); /* rows go to OUT from here on */
    CLI_MAKE(vectors, vectors, riwalk_vectors_concat(list, count, straight, &vectors, &cli_error));
    write_metadata(vectors);
    cli_write_vectors(vectors);
}

const cli_command cli_concat_command = {
    .name = "concat",
    .summary = "Embed in parts, step 4: the vectors of all ranges in one file.",
    .description =
        "Puts the files of 'riwalk transform --anchors' together: OUT has the bytes that 'riwalk "
        "embed' would write. The .json beside each file says which nodes it has, so files may come "
        "in any order, and those that are missing, duplicated or of another model are named. Files "
        "without it are taken in the given order.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, NULL), CLI_WORKING},
    .examples = "riwalk concat rows*.npy -o vectors.npy\n"
                "riwalk concat a.txt b.txt -o both.bin\n",
    .run = run,
};
