/* SPDX-License-Identifier: MIT */
/* Payments: accounts in planted roles, and an arc with an amount for every payment.
 *
 * Accounts belong to markets of 50 and pay across markets. Money circulates: customers buy from
 * collectors (paid by many, pay few); collectors pay relays, launderers and chains of mules; these
 * pay distributors (paid by few, pay many), who pay the customers' wages. Relays and launderers
 * have the same arcs and pass on what they get: only amounts distinguish them. All arithmetic is in
 * integers, so graphs are the same on every machine. */
#include "base/error.h"
#include "base/rng.h"
#include "graph/generate.h"

typedef enum kind {
    CUSTOMER,
    COLLECTOR,
    DISTRIBUTOR,
    RELAY,
    LAUNDERER,
    MULE,
    KINDS,
} kind;

#define MARKET_ACCOUNTS 50
#define CUSTOMERS 24
#define RELAYS 6
#define MULES 8
#define PURCHASES 6 /* purchases of a customer */
#define HANDS 2     /* arcs of a relay or launderer in, and the same out */

/* A customer is paid once, buys, and pays a friend; a chain has one arc more than mules. */
#define MARKET_ARCS (CUSTOMERS * (1 + PURCHASES + 1) + 2 * RELAYS * 2 * HANDS + MULES + 1)

/* The accounts of a market, by kind. */
static const struct {
    const char *label;
    uint32_t count;
} accounts[KINDS] = {
    [CUSTOMER] = {"customer", CUSTOMERS}, [COLLECTOR] = {"collector", 3},
    [DISTRIBUTOR] = {"distributor", 3},   [RELAY] = {"relay", RELAYS},
    [LAUNDERER] = {"launderer", RELAYS},  [MULE] = {"mule", MULES},
};

/* A market being made. Draws are numbered within a market. */
typedef struct market {
    const rw_plan *plan;
    uint32_t number;
    uint32_t *ends; /* ends of its arcs */
    double *amounts;
    uint32_t arcs;  /* so far */
    uint32_t draws; /* so far */
} market;

/* A random number from low to high, inclusive. */
static uint32_t draw(market *m, uint32_t low, uint32_t high)
{
    uint64_t at = (uint64_t)m->number << 32 | m->draws++;

    return low + (uint32_t)rw_rng_below(rw_rng_at(m->plan->streams[0], at), high - low + 1);
}

static uint32_t account(kind k, uint32_t market_number, uint32_t i)
{
    uint32_t first = 0;

    for (uint32_t before = 0; before < (uint32_t)k; before++)
        first += accounts[before].count;
    return market_number * MARKET_ACCOUNTS + first + i;
}

/* A random account of a kind in the whole graph. An account that pays, or is paid by, several
 * accounts draws each from another slice of all, so that none repeats. */
static uint32_t any(market *m, kind k, uint32_t slice, uint32_t slices)
{
    uint64_t all = (uint64_t)m->plan->options->markets * accounts[k].count;
    uint32_t begin = (uint32_t)(all * slice / slices), end = (uint32_t)(all * (slice + 1) / slices);
    uint32_t i = draw(m, begin, end - 1);

    return account(k, i / accounts[k].count, i % accounts[k].count);
}

static void pay(market *m, uint32_t from, uint32_t to, uint32_t amount)
{
    m->ends[2 * m->arcs] = from;
    m->ends[2 * m->arcs + 1] = to;
    m->amounts[m->arcs++] = amount;
}

static void add_customers(market *m)
{
    for (uint32_t i = 0; i < CUSTOMERS; i++) {
        uint32_t self = account(CUSTOMER, m->number, i), employer = any(m, DISTRIBUTOR, 0, 1);

        pay(m, employer, self, draw(m, 300, 900));
        for (uint32_t p = 0; p < PURCHASES; p++) {
            uint32_t shop = any(m, COLLECTOR, p, PURCHASES), pieces = draw(m, 1, 4);

            pay(m, self, shop, pieces * draw(m, 5, 60));
        }
        pay(m, self, account(CUSTOMER, m->number, (i + 1) % CUSTOMERS), draw(m, 5, 60));
    }
}

/* Passes on what comes in, less a fee of 3 %. */
static void add_relays(market *m, kind k, uint32_t unit)
{
    for (uint32_t i = 0; i < RELAYS; i++) {
        uint32_t self = account(k, m->number, i), left = 0;

        for (uint32_t h = 0; h < HANDS; h++) {
            uint32_t from = any(m, COLLECTOR, h, HANDS), amount = unit * draw(m, 50, 200);

            left += amount;
            pay(m, from, self, amount);
        }
        left = left * 97 / 100;
        for (uint32_t h = 0; h < HANDS; h++) {
            uint32_t to = any(m, DISTRIBUTOR, h, HANDS), parts = HANDS - h;
            uint32_t amount = parts == 1 ? left : left / parts * draw(m, 80, 120) / 100;

            left -= amount;
            pay(m, self, to, amount);
        }
    }
}

/* A chain from a collector to a distributor; every mule keeps 4 to 10 %. */
static void add_mules(market *m)
{
    uint32_t amount = draw(m, 1500, 4000), from = any(m, COLLECTOR, 0, 1);

    for (uint32_t i = 0; i < MULES; i++) {
        uint32_t self = account(MULE, m->number, i);

        pay(m, from, self, amount);
        amount = amount * draw(m, 90, 96) / 100;
        from = self;
    }
    pay(m, from, any(m, DISTRIBUTOR, 0, 1), amount);
}

static void make_payments(const rw_plan *plan, uint64_t begin, uint64_t end, const rw_room *to)
{
    for (uint64_t i = begin; i < end; i++) {
        uint64_t arc = MARKET_ARCS * i;
        market m = {plan, (uint32_t)i, to->ends + 2 * arc, to->weights + arc, 0, 0};

        add_customers(&m);
        add_relays(&m, RELAY, 1);
        add_relays(&m, LAUNDERER, 100);
        add_mules(&m);
    }
}

static const char *payments_label(const rw_plan *plan, uint32_t node, char *text)
{
    uint32_t at = node % MARKET_ACCOUNTS, k = 0;

    while (at >= accounts[k].count)
        at -= accounts[k++].count;
    return accounts[k].label;
}

riwalk_status rw_plan_transactions(rw_plan *plan, riwalk_error *error)
{
    uint64_t markets = plan->options->markets;

    if (markets < 2)
        return rw_refuse(error, "at least 2 markets are needed, not %u", plan->options->markets);
    plan->directed = true;
    plan->item_count = markets;
    plan->item_edges = MARKET_ARCS;
    plan->make = make_payments;
    plan->weighted = true;
    plan->label = payments_label;
    return rw_plan_nodes(plan, markets * MARKET_ACCOUNTS, error);
}
