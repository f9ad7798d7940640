/* SPDX-License-Identifier: MIT */
/* Edit distance in which swapping two neighbours is one mistake (optimal string alignment). */
#include "suggest.h"

#include <stdbool.h>
#include <string.h>

#define LONGEST 64

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t cli_edit_distance(const char *a, const char *b)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    size_t length_a = strlen(a), length_b = strlen(b);

    if (length_a > LONGEST || length_b > LONGEST)
        return length_a + length_b;
    for (size_t j = 0; j <= length_b; j++)
        above[j] = j;
    for (size_t i = 1; i <= length_a; i++) {
        size_t *oldest = before;

        row[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            row[j] =
                smaller(above[j - 1] + (a[i - 1] != b[j - 1]), 1 + smaller(above[j], row[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
        before = above;
        above = row;
        row = oldest;
    }
    return above[length_b];
}

/* Allows one mistake, or a third of a longer word: with more, unrelated words would be
 * suggested. */
cli_suggestion cli_suggest_for(const char *word)
{
    size_t length = strlen(word);

    return (cli_suggestion){.word = word, .distance = 1 + (length < 6 ? 1 : length / 3)};
}

void cli_suggest_offer(cli_suggestion *suggestion, const char *candidate, const char *answer)
{
    size_t length = strlen(suggestion->word);
    bool beginning = length >= 2 && !strncmp(suggestion->word, candidate, length);
    size_t distance = beginning ? 1 : cli_edit_distance(suggestion->word, candidate);

    /* Of several words that it begins, the shortest. */
    if (distance < suggestion->distance || (beginning && suggestion->distance == 1 &&
                                            strlen(candidate) < strlen(suggestion->answer))) {
        suggestion->distance = distance;
        suggestion->answer = answer;
    }
}
