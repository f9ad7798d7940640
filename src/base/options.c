/* SPDX-License-Identifier: MIT */
/* Reads and writes structs whose size is that of another version. */
#include "base/options.h"

#include "base/error.h"

#include <string.h>

riwalk_status rw_options_copy(void *known, size_t known_size, const void *given,
                              riwalk_error *error)
{
    size_t size;
    const unsigned char *bytes = given;

    if (!given)
        return RIWALK_STATUS_OK;
    memcpy(&size, given, sizeof size);
    if (size < sizeof size || size > 65536)
        return rw_refuse(error, "the options are not initialised: call their init function first");
    for (size_t i = known_size; i < size; i++)
        if (bytes[i])
            return rw_refuse(error, "an option is set that libriwalk %s does not know",
                             RIWALK_VERSION);
    memcpy(known, given, size < known_size ? size : known_size);
    memcpy(known, &known_size, sizeof known_size);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_report_check(const void *report, riwalk_error *error)
{
    size_t size;

    if (!report)
        return RIWALK_STATUS_OK;
    memcpy(&size, report, sizeof size);
    if (size <= sizeof size || size > 65536)
        return rw_refuse(error,
                         "the size of the report is not set: it is the first field, sizeof report");
    return RIWALK_STATUS_OK;
}

void rw_report_hand_over(void *report, const void *filled)
{
    size_t size, known;

    if (!report)
        return;
    memcpy(&size, report, sizeof size);
    memcpy(&known, filled, sizeof known);
    memset(report, 0, size);
    memcpy(report, filled, size < known ? size : known);
    memcpy(report, &size, sizeof size);
}
