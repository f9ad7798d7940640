# SPDX-License-Identifier: MIT
"""The figures that the paper printed: Tables I, III and IV. Per cent; memory in MB and seconds are on 16 cores with 10
threads. In the order of the experiment's columns."""

FIGURES = {
    "expressway": {
        "geo": {"node2vec": (96.13,), "struc2vec": (39.78,), "graphwave": (51.39,), "riwalk-sp": (50.05,),
                "riwalk-wl": (51.39,), "majority": (11.41,)},
        "status": {"node2vec": (50.09,), "struc2vec": (54.44,), "graphwave": (51.28,), "riwalk-sp": (53.05,),
                   "riwalk-wl": (56.62,), "majority": (47.37,)},
        "Starbucks": {"node2vec": (52.75,), "struc2vec": (38.60,), "graphwave": (42.88,), "riwalk-sp": (44.26,),
                      "riwalk-wl": (44.70,), "majority": (25.37,)},
    },
    "within-time": {
        "USA": {"struc2vec": (82, 94, 863), "graphwave": (127, 6, 74), "riwalk-sp": (13, 4, 19),
                "riwalk-wl": (42, 17, 146)},
        "Film": {"struc2vec": (1027, 1972, 18236), "riwalk-sp": (111, 179, 1148), "riwalk-wl": (113, 600, 5404)},
        "Actor": {"struc2vec": (284, 379, 3459), "riwalk-sp": (65, 30, 177), "riwalk-wl": (64, 62, 545)},
    },
    "transfer": {
        "USA:Europe": {"node2vec": (42.92,), "struc2vec": (78.87,), "graphwave": (86.17,), "riwalk-sp": (81.98,),
                       "riwalk-wl": (81.95,), "majority": (42.91,)},
        "Europe:USA": {"node2vec": (45.99,), "struc2vec": (79.74,), "graphwave": (73.98,), "riwalk-sp": (80.07,),
                       "riwalk-wl": (78.99,), "majority": (42.87,)},
        "Actor:USA": {"node2vec": (46.91,), "struc2vec": (80.13,), "riwalk-sp": (78.95,), "riwalk-wl": (80.90,),
                      "majority": (42.87,)},
        "USA:Actor": {"node2vec": (42.88,), "struc2vec": (57.48,), "riwalk-sp": (73.97,), "riwalk-wl": (67.34,),
                      "majority": (42.86,)},
    },
    "within": {
        "USA": {
            "node2vec": (54.86, 58.84, 61.03, 61.78, 62.79, 63.44, 63.74, 63.86, 64.18),
            "struc2vec": (54.39, 58.06, 60.23, 60.93, 61.86, 62.73, 63.17, 64.38, 65.75),
            "graphwave": (60.30, 61.30, 62.45, 62.90, 62.38, 62.98, 62.36, 63.25, 64.67),
            "riwalk-sp": (58.62, 60.35, 61.21, 63.03, 63.69, 63.58, 64.47, 65.83, 64.60),
            "riwalk-wl": (58.25, 60.82, 62.39, 63.04, 64.34, 64.38, 65.92, 66.17, 66.25),
        },
        "Film": {
            "node2vec": (44.04, 45.36, 45.91, 46.10, 46.36, 46.33, 46.46, 46.75, 46.68),
            "struc2vec": (54.14, 55.59, 56.10, 56.24, 56.37, 56.54, 56.46, 56.70, 56.43),
            "riwalk-sp": (60.26, 61.08, 61.40, 61.52, 61.61, 61.63, 61.65, 61.44, 61.56),
            "riwalk-wl": (59.15, 60.23, 60.48, 60.71, 60.67, 60.82, 60.76, 60.88, 60.98),
        },
        "Actor": {
            "node2vec": (31.24, 33.34, 34.88, 35.74, 36.04, 36.83, 36.61, 37.14, 37.82),
            "struc2vec": (42.46, 44.72, 45.43, 45.99, 46.51, 46.56, 47.05, 47.48, 47.56),
            "riwalk-sp": (43.27, 44.61, 45.05, 45.60, 45.31, 45.78, 46.56, 46.05, 45.13),
            "riwalk-wl": (41.60, 43.43, 44.25, 44.16, 44.69, 45.27, 45.39, 45.23, 46.54),
        },
    },
}
