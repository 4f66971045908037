"""What frames hold on money: economies, resources and purchases."""

from __future__ import annotations

from a4a.frames.contract.common import EVENT, KEYS, POWER, SIDE, count, money, of, text
from a4a.frames.schema import FrameSchema

SCHEMAS = (
    FrameSchema(
        "economy",
        "One row for each treasury, resource and turn, whoever's turn it is: closing = opening "
        "+ income + "
        "objectives + plunder + convoy + other + purchases + repairs + technology, all signed. "
        "Keys are those of the turn's last node.",
        (
            *KEYS,
            of("power", "power", "The owner of the treasury", "if the catalog does not say"),
            of("side", "side", "The owner's side", "for a neutral or unknown owner"),
            text("treasury", "The treasury; a power may have several"),
            text("resource", 'The resource: "IPC" ...'),
            of("active", "Boolean", "Whether it is its owner's turn"),
            money(
                "opening", "Held as the turn began, which is the closing amount of the turn before"
            ),
            money("income", "From the spaces held"),
            money("objectives", "For objectives"),
            money("plunder", "Captured from others (+) or lost to them (-)"),
            money("convoy", "Lost to convoy disruption (-)"),
            money("other", "For any other reason: bids, edits, Lend-Lease, tokens used ..."),
            money("purchases", "Paid for units (-)"),
            money("repairs", "Paid for repairs and for lost steps (-)"),
            money("technology", "Paid for research (-)"),
            money("closing", "Held as the turn ended"),
            money("spending", "Paid for units, repairs and research (+)"),
            money(
                "production",
                "Yield of the owner's spaces that pay this treasury, as the turn ends",
                "for resources that are not the catalog's currency",
            ),
        ),
    ),
    FrameSchema(
        "resources",
        "One row for each change of a treasury: the long form of `economy`, with details.",
        (
            *KEYS,
            EVENT,
            of("power", "power", "The owner of the treasury", "if the catalog does not say"),
            of("side", "side", "The owner's side", "for a neutral or unknown owner"),
            text("treasury", "The treasury"),
            text("resource", 'The resource: "IPC" ...'),
            money("amount", "Gained (+) or paid (-)"),
            text("reason", '"income", "objective", "purchase", "repair", "plunder" ...'),
            text("detail", "The objective, the other power or the purpose", "where there is none"),
            text("restriction", "Limits on what this money may buy", "where there are none"),
        ),
    ),
    FrameSchema(
        "purchases",
        "One row for each line of a bill: units of one type bought together.",
        (
            *KEYS,
            EVENT,
            POWER,
            SIDE,
            text("treasury", "The treasury that paid", "where none did"),
            of("unit", "unit", "The unit type bought"),
            text("category", '"land", "sea", "air", "facility" or "other"'),
            count("count", "Number of units"),
            money("cost", "Their total price"),
        ),
    ),
)
