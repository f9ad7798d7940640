/* SPDX-License-Identifier: MIT */
/* The table of options: text both ways, what auto and presets become, and that NULL, the defaults
 * and typed defaults are one thing. */
#include "embedding.h"
#include "options/options.h"

#include <locale.h>

static void assert_equal_options(const riwalk_options *a, const riwalk_options *b)
{
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++) {
        char x[1024], y[1024];

        riwalk_options_get(a, o->name, x, sizeof x);
        riwalk_options_get(b, o->name, y, sizeof y);
        assert_string_equal(x, y);
    }
}

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

static void refused(const char *name, const char *value, const char *message)
{
    riwalk_options options, before;

    riwalk_options_init(&options);
    before = options;
    check_says(ARGUMENT, message, riwalk_options_set(&options, name, value, &failure));
    assert_memory_equal(&options, &before, sizeof options);
}

TEST(nonsense_is_refused_and_changes_nothing)
{
    refused("walks", "4294967295",
            "walks: '4294967295' is not a whole number from 1 to 67108864, auto or exact");
    refused("walk_length", "0", "walk_length: '0' is not a whole number from 1 to 10000 or auto");
    refused("epochs", "", "epochs: '' is not a whole number from 0 to 100000");
    refused("epochs", "99999999999999999999999",
            "epochs: '99999999999999999999999' is not a whole number from 0 to 100000");
    refused("seed", "18446744073709551616",
            "seed: '18446744073709551616' is not a whole number from 0");
    refused("alpha", "nan", "alpha: 'nan' is not a number from 0 to 1");
    refused("alpha", "0x1p-3", "alpha: '0x1p-3' is not a number from 0 to 1");
    refused("trainer", "sgd", "trainer: 'sgd' is not sgns or factor");
    refused("memory", "lots", "memory: 'lots' is not a size such as 500M or 2G");
    refused("heat-scales", "1,,2",
            "heat-scales: '1,,2' is not auto, or numbers from 1e-6 to 1e6 separated by commas");
    refused("views", "xx:4",
            "views: 'xx:4' is not auto, one, roles or a list of views such as sp:4:2:keep,"
            "sp:4:1.5:keep:share,wl:2:none:drop (identifier, radius, class base, anchor, classes)");
    refused("views", "sp,sp,sp,sp,sp,sp,sp,sp,sp",
            "views: 'sp,sp,sp,sp,sp,sp,sp,sp,sp' has more than 8 views");
    refused("wawks", "1", "wawks: there is no such option");
    for (size_t i = 0; i < 9; i++) {
        static const char *const bad[] = {"",         "sp:",     "sp:0",   "sp:65",        "sp:4:1",
                                          "sp:4:2:x", "sp:4:2,", "xx:4:2", "sp:4:2:keep:1"};
        riwalk_options options = DEFAULTS(riwalk_options);

        assert_int_equal(riwalk_options_set(&options, "views", bad[i], NULL),
                         RIWALK_STATUS_ARGUMENT);
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

TEST(presets_are_lists_of_values)
{
    static const char *const typed[] = {
        [RIWALK_PRESET_PAPER] = "seed=7",
        [RIWALK_PRESET_FAST] = "seed=7 trainer=factor",
        [RIWALK_PRESET_BEST] = "seed=7 trainer=factor views=auto measures=auto weighting=auto",
    };

    for (int p = RIWALK_PRESET_PAPER; p <= RIWALK_PRESET_BEST; p++) {
        riwalk_options preset = options_of("seed=7 epochs=9"), same = options_of(typed[p]);

        riwalk_options_preset(&preset, (riwalk_preset)p); /* epochs: back to its default */
        assert_equal_options(&preset, &same);
    }
}

static void check_auto(const char *words, size_t graphs, bool model, const char *walks,
                       const char *length, const char *anchor)
{
    riwalk_options resolved = resolve(options_of(words), graphs, model);
    riwalk_options again = resolve(resolved, graphs, model);

    check_value(&resolved, "walks", walks);
    check_value(&resolved, "walk-length", length);
    check_value(&resolved, "role-anchor", anchor);
    assert_memory_equal(&again, &resolved, sizeof again);
}

TEST(auto_becomes_what_suits)
{
    check_auto("", 1, false, "80", "10", "keep");
    check_auto("trainer=factor", 1, false, "auto", "10", "both");
    check_auto("trainer=factor", 1, true, "auto", "10", "keep");
    check_auto("trainer=factor", 2, false, "auto", "10", "keep");
    check_auto("method=node2vec", 1, false, "10", "80", "keep");
    check_auto("method=deepwalk", 1, false, "10", "80", "keep");
    check_auto("method=struc2vec", 1, false, "80", "10", "keep");
}

TEST(presets_have_forms_for_directions_and_weights)
{
    static const struct {
        riwalk_preset preset;
        riwalk_use directions, weights;
        const char *views, *weighting;
    } forms[] = {
        {RIWALK_PRESET_BEST, RIWALK_USE_NO, RIWALK_USE_NO,
         "sp:1:1.3:drop,wl:2:1.6:drop,sp:4:1.6:keep,sp:4:1.6:drop", "hellinger"},
        {RIWALK_PRESET_BEST, RIWALK_USE_YES, RIWALK_USE_NO,
         "sp:4:1.3:drop,wl:2:1.3:drop,wl:4:1.3:drop", "ppmi"},
        {RIWALK_PRESET_BEST, RIWALK_USE_YES, RIWALK_USE_YES,
         "sp:1:1.5:drop:share,sp:4:1.5:drop:share,wl:2:1.5:drop:share", "hellinger"},
        {RIWALK_PRESET_BEST, RIWALK_USE_NO, RIWALK_USE_YES,
         "sp:1:1.5:drop:share,wl:2:1.5:drop:share,sp:4:1.5:keep:share,sp:4:1.5:drop:share",
         "hellinger"},
        {RIWALK_PRESET_ROLES, RIWALK_USE_NO, RIWALK_USE_NO, "wl:1:2:drop,sp:4:2:drop", "hellinger"},
        {RIWALK_PRESET_ROLES, RIWALK_USE_YES, RIWALK_USE_NO, "wl:1:2:drop,sp:4:2:drop",
         "hellinger"},
        {RIWALK_PRESET_ROLES, RIWALK_USE_YES, RIWALK_USE_YES,
         "wl:1:1.5:drop:share,sp:1:1.5:drop:share,sp:1:3:drop:share,sp:1:6:drop:share",
         "hellinger"},
    };

    EACH (f, forms) {
        riwalk_options options =
            WITH(riwalk_options, riwalk_options_preset(&it, f->preset),
                 it.role_directions = f->directions, it.role_weights = f->weights);
        riwalk_options resolved = resolve(options, 1, false);

        check_value(&resolved, "views", f->views);
        check_value(&resolved, "weighting", f->weighting);
    }
}

/* Relative classes where roles are to mean the same in other graphs, and there alone. */
TEST(auto_is_relative_across_graphs)
{
    static const struct {
        size_t graphs;
        bool model;
        riwalk_trainer trainer;
        riwalk_role_anchor anchor;
        bool across, alone;
    } cases[] = {
        {1, false, RIWALK_TRAINER_FACTOR, RIWALK_ROLE_ANCHOR_AUTO, false, true},
        {2, false, RIWALK_TRAINER_FACTOR, RIWALK_ROLE_ANCHOR_AUTO, true, false},
        {1, true, RIWALK_TRAINER_FACTOR, RIWALK_ROLE_ANCHOR_AUTO, true, false},
        {2, true, RIWALK_TRAINER_FACTOR, RIWALK_ROLE_ANCHOR_DROP, true, false},
        {1, true, RIWALK_TRAINER_FACTOR, RIWALK_ROLE_ANCHOR_BOTH, false, true},
        {1, false, RIWALK_TRAINER_FACTOR, RIWALK_ROLE_ANCHOR_KEEP, false, false},
        {2, true, RIWALK_TRAINER_SGNS, RIWALK_ROLE_ANCHOR_AUTO, false, false},
    };

    EACH (c, cases) {
        riwalk_options options =
            WITH(riwalk_options, riwalk_options_preset(&it, RIWALK_PRESET_BEST),
                 it.trainer = c->trainer, it.view.role_anchor = c->anchor);
        riwalk_options given = BUT(options, it.view.classes = RIWALK_DEGREE_CLASSES_LOG,
                                   it.view.class_base = 1.25, it.norm = 7);
        riwalk_options left = resolve(options, c->graphs, c->model);
        riwalk_options taken = resolve(given, c->graphs, c->model);

        check_value(&left, "degree-classes", c->across ? "share" : "log");
        check_value(&left, "class-base", c->across ? "1.5" : "2");
        check_value(&left, "norm", c->across ? "1" : c->alone ? "auto" : "3");
        check_value(&left, "measures", c->alone ? "yes" : "no");
        check_value(&left, "views",
                    c->alone ? "sp:1:1.3:drop,wl:2:1.6:drop,sp:4:1.6:keep,sp:4:1.6:drop" : "one");
        check_value(&taken, "degree-classes", "log");
        check_value(&taken, "class-base", "1.25");
        check_value(&taken, "norm", "7");
    }
}

TEST(views_are_written_as_they_are_read)
{
    static const char *const texts[][2] = {
        {"sp", "sp:4:2:keep"},
        {"wl", "wl:4:2:keep"},
        {"sp:4:2:keep,wl:max:none:drop,rw-sp:1:1.1:keep",
         "sp:4:2:keep,wl:max:none:drop,rw-sp:1:1.1:keep"},
        {"wl:2:1.5:drop:share", "wl:2:1.5:drop:share"},
        {"sp:3:2:away", "sp:3:2:away"},
        {"rw-wl:max:none:keep,rw-sp:1:3:keep:log", "rw-wl:max:none:keep,rw-sp:1:3:keep"},
    };
    static const char *const bad[] = {"sp:4:none:keep:share", "sp:4:2:keep:auto",
                                      "sp:4:2:keep:", "sp:4:2:keep:share:"};
    riwalk_options options = DEFAULTS(riwalk_options);

    for (size_t i = 0; i < ELEMENTS(texts); i++) {
        char cut[5];

        ok(riwalk_options_set(&options, "views", texts[i][0], &failure));
        check_value(&options, "views", texts[i][1]);
        assert_int_equal(riwalk_options_get(&options, "views", cut, sizeof cut),
                         strlen(texts[i][1]));
        assert_memory_equal(cut, texts[i][1], 4);
    }
    for (size_t i = 0; i < ELEMENTS(bad); i++)
        assert_int_equal(riwalk_options_set(&options, "views", bad[i], NULL),
                         RIWALK_STATUS_ARGUMENT);
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

TEST(options_say_where_they_have_a_meaning)
{
    static const struct {
        const char *option, *words;
        bool used;
    } cases[] = {
        {"p", "method=riwalk-sp", false},     {"p", "method=node2vec", true},
        {"p", "combine=node2vec", true},      {"radius", "method=deepwalk", false},
        {"radius", "views=sp", true},         {"weighting", "trainer=factor", true},
        {"weighting", "trainer=sgns", false}, {"epochs", "trainer=factor", false},
        {"walks", "method=graphwave", false}, {"class-base", "degree-classes=none", false},
    };

    EACH (c, cases) {
        const riwalk_option *o = riwalk_option_list();
        riwalk_options options = options_of(c->words);

        while (strcmp(o->name, c->option) != 0)
            o++;
        assert_int_equal(riwalk_options_use(&options, o), c->used);
    }
}
