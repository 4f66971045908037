"""What frames hold on money: economies, resources and purchases."""

from __future__ import annotations

from a4a.frames.contract.common import EVENT, KEYS, POWER, SIDE, count, money, of, text
from a4a.frames.schema import FrameSchema

SCHEMAS = (
    FrameSchema(
        "economy",
        "One row for each treasury, resource and turn, also turns of others: closing = opening "
        "+ income + "
        "objectives + plunder + convoy + other + purchases + repairs + technology, all signed. "
        "Keys are those of the turn's last node.",
        (
            *KEYS,
            of("power", "power", "Whose treasury it is", "if the catalog does not say"),
            of("side", "side", "The owner's side", "for a neutral or unknown owner"),
            text("treasury", "The treasury; a power may have several"),
            text("resource", 'What is counted: "IPC" ...'),
            of("active", "Boolean", "Whether it is its owner's turn"),
            money("opening", "Held as the turn began: what was held as the turn before ended"),
            money("income", "From the spaces held"),
            money("objectives", "For objectives"),
            money("plunder", "Captured from others (+) or lost to them (-)"),
            money("convoy", "Lost to convoy disruption (-)"),
            money("other", "For any other reason: bids, edits, Lend-Lease, tokens used ..."),
            money("purchases", "Paid for units (-)"),
            money("repairs", "Paid for repairs (-)"),
            money("technology", "Paid for research (-)"),
            money("closing", "Held as the turn ended"),
            money("spending", "Paid for units, repairs and research (+)"),
            money(
                "production",
                "What its owner's spaces that pay this treasury yield as the turn ends",
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
            of("power", "power", "Whose treasury it is", "if the catalog does not say"),
            of("side", "side", "The owner's side", "for a neutral or unknown owner"),
            text("treasury", "The treasury"),
            text("resource", 'What changed: "IPC" ...'),
            money("amount", "Gained (+) or paid (-)"),
            text("reason", '"income", "objective", "purchase", "repair", "plunder" ...'),
            text("detail", "Which objective, from whom, for what", "where nothing more is said"),
            text("restriction", "What this money may not or only buy", "where it may buy all"),
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
            text("treasury", "The treasury that paid"),
            of("unit", "unit", "What was bought"),
            text("category", '"land", "sea", "air", "facility" or "other"'),
            count("count", "How many"),
            money("cost", "For how much together"),
        ),
    ),
)
