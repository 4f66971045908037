"""Where cities stand on the earth, as an atlas has them: latitude and longitude in degrees."""

TRUE = {
    "Washington": (38.9, -77.0),
    "Cairo": (30.1, 31.2),
    "Paris": (48.9, 2.3),
    "Berlin": (52.5, 13.4),
    "Honolulu": (21.3, -157.9),
    "Calcutta": (22.6, 88.4),
    "Tokyo": (35.7, 139.7),
    "Shanghai": (31.2, 121.5),
    "Hong Kong": (22.3, 114.2),
    "Sydney": (-33.9, 151.2),
    "Leningrad": (59.9, 30.3),
    "Ottawa": (45.4, -75.7),
    "Manila": (14.6, 121.0),
    "Warsaw": (52.2, 21.0),
    "Moscow": (55.8, 37.6),
    "Rome": (41.9, 12.5),
    "London": (51.5, -0.1),
    "Stalingrad": (48.7, 44.5),
    "San Francisco": (37.8, -122.4),
}
