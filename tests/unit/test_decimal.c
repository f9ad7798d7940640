/* SPDX-License-Identifier: MIT */
/* Floats as text: the shortest decimal, the nearest float. The C library is the oracle. */
#include "base/decimal.h"
#include "unit/test.h"

static size_t count_digits(const char *text)
{
    size_t count = 0, zeros = 0;
    bool begun = false;

    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (!begun && *text == '0'))
            continue;
        begun = true;
        count++;
        zeros = *text == '0' ? zeros + 1 : 0;
    }
    return count - zeros;
}

/* The number of digits of the shortest %e form that reads back. */
static size_t shortest_digits(float value)
{
    char text[64];

    for (int digits = 1;; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, (double)value);
        if (strtof(text, NULL) == value)
            return count_digits(text);
    }
}

static void check(float value)
{
    char text[RW_DECIMAL_CHARS + 1];
    size_t length = rw_format_float(value, text);
    float back;

    assert_true(length <= RW_DECIMAL_CHARS);
    text[length] = 0;
    assert_true(strtof(text, NULL) == value);
    assert_true(rw_parse_float(text, length, &back));
    assert_memory_equal(&back, &value, value == 0 ? 0 : sizeof value);
    assert_true(count_digits(text) <= shortest_digits(value));
}

TEST(shortest_and_exact)
{
    uint64_t stream = rw_rng_stream(1, RW_STAGE_GENERATE, 0, 0);
    static const float special[] = {
        0,        1,       -1,         0.1F,  0.3F,          1e9F,           1e10F,
        1e-45F,   1.5e-5F, 3e-5F,      1e-4F, 3.4028235e38F, 1.1754944e-38F, 16777216,
        33554432, 9.5F,    123456.789F};

    for (size_t i = 0; i < ELEMENTS(special); i++)
        check(special[i]);
    for (uint64_t i = 0; i < 200000; i++) {
        uint32_t bits = (uint32_t)(rw_rng_at(stream, i) >> 32);
        float value;

        if (i % 4 == 0)
            bits &= 0xFF800000; /* powers of two, where the interval is lopsided */
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value))
            check(value);
    }
}

TEST(readable)
{
    static const struct {
        float value;
        const char *text;
    } cases[] = {{0, "0"},
                 {1, "1"},
                 {-2.5F, "-2.5"},
                 {0.001F, "0.001"},
                 {100000, "100000"},
                 {1e10F, "1e10"},
                 {1e-7F, "1e-7"},
                 {0.000012F, "0.000012"},
                 {1.25e20F, "1.25e20"}};
    char text[RW_DECIMAL_CHARS + 1];

    EACH (c, cases) {
        text[rw_format_float(c->value, text)] = 0;
        assert_string_equal(text, c->text);
    }
    text[rw_format_integer(INT64_MIN, text)] = 0;
    assert_string_equal(text, "-9223372036854775808");
}

TEST(floats_are_the_nearest)
{
    /* clang-format off */
    static const char *const texts[] = {
        "1", "0.1", "3.4028235e38", "16777217", "0.3", "1e-45", "123456.789", ".5", "5.",
        "0.000001234", "2.5e3", "00012.50", "999999", "1677721.7", "-0.25", "+7", "1e-400",
        "1e400", "33554433", "33554435", "16777217.0000001", "0.5e-3", "1E5", "7e+2", "1e-46",
        "123456789012345678901234567890",
    };
    /* clang-format on */
    static const char *const others[] = {"",    ".",   "-",  "1,5", "1x",    "0x10",
                                         "inf", "nan", "1e", "e5",  "1.2.3", "--1"};
    uint64_t stream = rw_rng_stream(2, RW_STAGE_GENERATE, 0, 0);
    float value;

    EACH (text, texts) {
        assert_true(rw_parse_float(*text, strlen(*text), &value));
        assert_true(value == strtof(*text, NULL));
    }
    EACH (other, others)
        assert_false(rw_parse_float(*other, strlen(*other), &value));
    for (uint64_t i = 0; i < 100000; i++) {
        char text[64];
        uint64_t bits = rw_rng_at(stream, i);

        snprintf(text, sizeof text, "%.*e", (int)(bits % 14),
                 (double)(bits >> 12) * pow(10, (double)(bits >> 8 & 31) - 30));
        assert_true(rw_parse_float(text, strlen(text), &value));
        assert_true(value == strtof(text, NULL));
    }
}

/* Weights come back as the same doubles, and are spelled as floats are where that is enough. */
TEST(weights_come_back)
{
    uint64_t stream = rw_rng_stream(1, RW_STAGE_GENERATE, 0, 0);
    char text[RW_DOUBLE_CHARS + 1];
    double back;

    for (uint64_t i = 0; i < 200000; i++) {
        uint64_t bits = rw_rng_at(stream, i), kind = bits % 4;
        double value = (double)(bits >> 20) / (kind ? 100 : 1);

        if (kind == 2) { /* any double in the range of floats */
            bits = bits >> 12 | (1023 - 120 + bits % 240) << 52;
            memcpy(&value, &bits, sizeof value);
        }
        if (kind == 3)
            value = (double)(float)value;
        if (!(value > 0))
            continue;
        assert_true(rw_parse_double(text, rw_format_weight(value, text), &back));
        assert_true(back == value);
    }
}
