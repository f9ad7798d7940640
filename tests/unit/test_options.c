/* SPDX-License-Identifier: MIT */
/* The table of options: text both ways, and that NULL, the defaults and typed defaults are one
 * thing. What auto and presets become, and what is refused: tests/cli/embed-auto. */
#include "embedding.h"
#include "options/options.h"

#include <locale.h>

static void check_value(const riwalk_options *options, const char *name, const char *expected)
{
    char text[256];

    riwalk_options_get(options, name, text, sizeof text);
    assert_string_equal(text, expected);
}

static riwalk_options resolve(riwalk_options options, size_t graphs, bool model)
{
    riwalk_options resolved;

    ok(riwalk_options_resolve(&options, graphs, model, &resolved, &failure));
    return resolved;
}

TEST(a_typed_default_changes_nothing)
{
    riwalk_options defaults, typed;

    riwalk_options_init(&defaults);
    riwalk_options_init(&typed);
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++) {
        char text[256];

        assert_true(riwalk_options_get(&defaults, o->name, text, sizeof text) < sizeof text);
        ok(riwalk_options_set(&typed, o->name, text, &failure));
        assert_memory_equal(&typed, &defaults, sizeof typed);
    }
}

/* What is not default either, by all its names. */
TEST(every_choice_and_bound_is_taken_and_told)
{
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++) {
        char text[256], told[256], name[64];
        riwalk_options options = DEFAULTS(riwalk_options);

        for (const riwalk_option_choice *c = o->choices; c && c->name; c++) {
            ok(riwalk_options_set(&options, o->name, c->name, &failure));
            riwalk_options_get(&options, o->name, told, sizeof told);
            assert_string_equal(told, c->name);
        }
        for (int end = 0; end < 2 && o->most > o->least; end++) {
            snprintf(text, sizeof text, "%.15g", end ? o->most : o->least);
            ok(riwalk_options_set(&options, o->name, text, &failure));
            riwalk_options_get(&options, o->name, told, sizeof told);
            assert_string_equal(told, text);
        }
        for (const char *at = o->aliases; at && *at; at += strspn(at, " ")) {
            size_t length = strcspn(at, " ");

            snprintf(name, sizeof name, "%.*s", (int)length, at);
            assert_int_equal(riwalk_options_get(&options, name, text, sizeof text),
                             strlen(told) ? strlen(told) : strlen(text));
            at += length;
        }
    }
}

TEST(identifiers_that_do_not_exist_are_refused)
{
    static const int unknown[] = {-1, 15, 16, 1 << 20};
    riwalk_options resolved;

    EACH (identifier, unknown) {
        riwalk_options options = WITH(riwalk_options, it.view.identifier = *identifier);
        riwalk_options viewed =
            BUT(options_of("trainer=factor views=sp,wl"), it.views[1].identifier = *identifier);

        check_fails(ARGUMENT, "unknown role identifier",
                    riwalk_options_resolve(&options, 1, false, &resolved, &failure));
        check_fails(ARGUMENT, "view 2",
                    riwalk_options_resolve(&viewed, 1, false, &resolved, &failure));
    }
}

TEST(nonsense_changes_nothing)
{
    static const char *const nonsense[][2] = {
        {"views", "sp,wl:2,xx:4"}, {"views", "sp,sp,sp,sp,sp,sp,sp,sp,sp"},
        {"heat-scales", "1,,2"},   {"walks", "4294967295"},
        {"memory", "lots"},        {"wawks", "1"}};
    riwalk_options options = DEFAULTS(riwalk_options), before = options;

    EACH (n, nonsense) {
        check_status(ARGUMENT, riwalk_options_set(&options, (*n)[0], (*n)[1], &failure));
        assert_memory_equal(&options, &before, sizeof options);
    }
}

/* NULL, what the init function sets, and what that resolves to give the same vectors. */
TEST(null_is_the_default)
{
    scoped_graph *graph = make_graph(60, 3);
    riwalk_options options = DEFAULTS(riwalk_options);
    scoped_vectors *of_null = embed(graph, NULL, NULL), *of_init = embed_as(graph, options);
    scoped_vectors *of_resolved = embed_as(graph, resolve(options, 1, false));

    assert_true(same(of_null, of_init) && same(of_null, of_resolved));
}

/* A host with a comma as its decimal point. Not every machine has such a locale. */
TEST(the_hosts_locale_has_no_effect)
{
    riwalk_options options = DEFAULTS(riwalk_options);

    if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8"))
        skip();
    ok(riwalk_options_set(&options, "alpha", "0.5", &failure));
    check_value(&options, "alpha", "0.5");
    setlocale(LC_ALL, "C");
}
