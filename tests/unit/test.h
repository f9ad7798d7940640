/* SPDX-License-Identifier: MIT */
/* A test is a function that TEST defines. test.c lists and runs them, each in an empty folder of
 * its own; `test_NAME PATTERN` runs those whose names match. */
#ifndef TEST_H
#define TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing.h"

#define TEST(name)                                                                                 \
    static void name(void **);                                                                     \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        test_add(#name, name);                                                                     \
    }                                                                                              \
    static void name(void **state __attribute__((unused)))

void test_add(const char *name, CMUnitTestFunction function);

/* The folder of the test, which is the current one. */
extern char test_folder[64];

/* How many files the current folder holds. */
int count_files(void);

/* Removes them; returns how many were the library's temporary files. */
int empty_folder(void);

#endif
