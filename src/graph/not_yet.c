/* SPDX-License-Identifier: MIT */
/* Formats that are not read yet; goes away as matrix_market.c, metis.c and rwg.c arrive. */
#include "graph/graph.h"

bool rw_is_matrix_market(const rw_input *input)
{
    (void)input;
    return false;
}

bool rw_is_metis(const rw_input *input)
{
    (void)input;
    return false;
}

bool rw_is_rwg(const rw_input *input)
{
    (void)input;
    return false;
}

static riwalk_status refuse(const rw_input *input, riwalk_error *error)
{
    return rw_fail_at(error, RIWALK_STATUS_FORMAT, input->name, 0, "this format is not read yet");
}

riwalk_status rw_read_matrix_market(const rw_input *input, const riwalk_read_options *options,
                                    riwalk_graph **graph, riwalk_error *error)
{
    (void)options;
    (void)graph;
    return refuse(input, error);
}

riwalk_status rw_read_metis(const rw_input *input, const riwalk_read_options *options,
                            riwalk_graph **graph, riwalk_error *error)
{
    (void)options;
    (void)graph;
    return refuse(input, error);
}

riwalk_status rw_read_rwg(rw_input *input, const riwalk_read_options *options, riwalk_graph **graph,
                          riwalk_error *error)
{
    (void)options;
    (void)graph;
    return refuse(input, error);
}
