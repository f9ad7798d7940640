/* SPDX-License-Identifier: MIT */
/* Pictures of points: files are repeatable, and absent when something is wrong. Every point, edge
 * and name is there: tests/cli/plot-marks. */
#include "base/checksum.h"
#include "embedding.h"
#include "plot/canvas.h"

#define MOST 4000
static double places[2 * MOST];
static uint32_t classes[MOST];
static char texts[MOST][16];
static const char *names[MOST];

/* How often a word is in a text, which is freed. */
static size_t occurrences(const char *text, const char *word)
{
    size_t count = 0;

    for (const char *at = text; (at = strstr(at, word)); at++)
        count++;
    return count;
}

/* The picture of some points, or of a graph, to be freed. */
static char *draw_points(uint32_t count, const double *at, const riwalk_plot_options *options)
{
    ok(riwalk_plot_points(count, at, "p.svg", options, &failure));
    return read_file("p.svg", NULL);
}

/* The colour of a class as SVG has it. */
static const char *fill_of(uint32_t class_)
{
    static char text[32];

    snprintf(text, sizeof text, " fill=\"#%06x\"", riwalk_class_color(class_));
    return text;
}

static void make_places(uint32_t count, uint32_t class_count)
{
    uint64_t stream = rw_rng_stream(3, RW_STAGE_GENERATE, count, 0);

    for (uint32_t i = 0; i < count; i++) {
        places[2 * i] = rw_rng_unit(rw_rng_at(stream, 2 * i));
        places[2 * i + 1] = rw_rng_unit(rw_rng_at(stream, 2 * i + 1));
        classes[i] = i % (class_count + 1) == class_count ? RIWALK_NO_CLASS : i % class_count;
        snprintf(texts[i], sizeof texts[i], "name %u", i);
        names[i] = texts[i];
    }
}

static riwalk_plot_options make_options(uint32_t class_count)
{
    return WITH(riwalk_plot_options, it.title = "Points", it.names = names, it.classes = classes,
                it.class_names = names, it.class_count = class_count);
}

TEST(points_in_one_place_are_no_trouble)
{
    const double same[] = {5, 5, 5, 5, 5, 5}, huge[] = {-1e308, 0, 1e308, 1e308, 0, -1e308};

    for (uint32_t count = 1; count <= 4; count++) {
        uint32_t points = count < 4 ? count : 3;
        scoped char *bytes = draw_points(points, count < 4 ? same : huge, NULL);

        assert_int_equal(occurrences(bytes, fill_of(0)), points);
        assert_null(strstr(bytes, "nan"));
    }
}

/* The bytes of SVG depend on the arguments alone, so this checksum holds on any machine. A name is
 * data: it ends no element and begins none, and what XML forbids is not there. */
TEST(svg_has_these_bytes_and_names_are_data)
{
    static const char *const odd[] = {"a<b>&\"c\"", "x\x01\xFF\xEF\xBF\xBEy"};
    static const char *const class_names[] = {"</text><script>"};
    static const char *const shown[] = {">\xC3\x9C &amp; ?x<", ">&lt;/text&gt;&lt;script&gt;<",
                                        ">none<", ">a&lt;b&gt;&amp;&quot;c&quot;<", ">x???y<"};
    static const double square[] = {0, 0, 1, 1};
    static const uint32_t of[] = {0, RIWALK_NO_CLASS};
    riwalk_plot_options options =
        WITH(riwalk_plot_options, it.width = it.height = 300, it.title = "\xC3\x9C & \xE2\x80\xAEx",
             it.names = odd, it.classes = of, it.class_names = class_names, it.class_count = 1);
    scoped char *bytes = draw_points(2, square, &options);

    EACH (text, shown)
        assert_int_equal(occurrences(bytes, *text), 1);
    assert_int_equal(occurrences(bytes, "<text"), ELEMENTS(shown));
    assert_int_equal(rw_checksum(bytes, strlen(bytes), 0), UINT64_C(0x13454b49d2739291));
}

#ifdef RIWALK_CAIRO
TEST(pictures_of_cairo_are_repeatable)
{
    static const char *const files[] = {"p.png", "p.pdf"}, *const again[] = {"q.png", "q.pdf"};
    static const char *const begins[] = {"\x89PNG", "%PDF"};
    riwalk_plot_options options = make_options(12);

    make_places(60, 12);
    for (int i = 0; i < 2; i++) {
        ok(riwalk_plot_points(60, places, files[i], &options, &failure));
        ok(riwalk_plot_points(60, places, again[i], &options, &failure));
        assert_same_files(files[i], again[i]);
        scoped char *bytes = read_file(files[i], NULL);
        assert_memory_equal(bytes, begins[i], 4);
    }
}
#else
TEST(pictures_of_cairo_are_refused)
{
    static const char *const files[] = {"p.png", "p.pdf"};

    make_places(60, 12);
    for (int i = 0; i < 2; i++) {
        check_says(ARGUMENT, "this build of riwalk has no Cairo, which PNG and PDF need: write SVG",
                   riwalk_plot_points(60, places, files[i], NULL, &failure));
        assert_int_not_equal(access(files[i], F_OK), 0);
    }
}
#endif

static void expect(uint32_t count, const riwalk_plot_options *options, const char *message)
{
    check_says(ARGUMENT, message, riwalk_plot_points(count, places, "p.svg", options, &failure));
    assert_int_not_equal(access("p.svg", F_OK), 0);
}

TEST(what_cannot_be_drawn_is_refused)
{
    riwalk_plot_options options = make_options(3);

    make_places(10, 3);
    expect(0, &options, "there is nothing to draw");
    classes[4] = 3;
    expect(10, &options, "point 4 has the class 3, and there are 3");
    classes[4] = 0;
    options.point_labels = 3;
    expect(10, &options, "unknown choice of point labels: 3");
    options.point_labels = 0;
    options.resolution = 0;
    expect(10, &options, "the resolution must be 0.1 to 10");
    places[7] = NAN;
    expect(10, &options, "the place of point 3 is not finite");
}
