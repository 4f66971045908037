"""The frame of fronts: where hostile sides face each other, and with what.

`a4a.core.fronts` says what a front is. Here the same rule is applied to all samples of a game at
once: who holds each space, what stands where and who is hostile to whom are arrays of spaces by
samples.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from a4a.core.fronts import AFLOAT
from a4a.frames.calendar import Calendar, Ints
from a4a.frames.columns import assemble
from a4a.frames.ground import GroundArrays
from a4a.frames.hostility import Hostility
from a4a.frames.names import Coder, Names
from a4a.frames.stacks import StackArrays
from a4a.frames.territory import Land

Floats: TypeAlias = npt.NDArray[np.float64]

_ON_LAND = ("land", "air")
_MOST_SAMPLES = 1024
"""Samples worked on together: more would only cost memory."""


class _Block:
    """Some samples of one game: who held what, who stood where."""

    def __init__(
        self, ground: GroundArrays, power: Ints, tally: StackArrays, stacks: slice, first: int,
        hostility: Hostility,
    ) -> None:  # fmt: skip
        self.ground = ground
        # Spaces by samples, so that the values of a space lie together.
        self.power = np.ascontiguousarray(power.T)
        self.hostility = hostility
        self.side = hostility.side(slice(None), self.power)
        self.shape = self.power.shape
        kind = tally.kind[stacks]
        on_board = tally.kinds[kind, 0] >= 0
        kind = kind[on_board]
        self.sample = tally.sample[stacks][on_board] - first
        self.count = tally.count[stacks][on_board].astype(np.float64)
        self.tuv: Floats = self.count * tally.worth[kind]
        self.place = ground.column[tally.kinds[kind, 0]]
        self.owner = tally.power[kind]
        self.of_side = hostility.side(self.sample, self.owner)
        self.ashore = tally.of(*_ON_LAND)[kind] & ~ground.sea[self.place]
        self.at_sea = ground.sea[self.place] & ~tally.facility[kind]
        self.contests = self.at_sea & tally.of(*AFLOAT)[kind] & ~tally.aboard[kind]

    # --- where fronts are -----------------------------------------------------------------------

    def land_fronts(self) -> tuple[Ints, Ints]:
        """The samples and borders of all land fronts."""
        g = self.ground
        a, b = self.power[g.left[g.foot]], self.power[g.right[g.foot]]
        found = self.hostility.are_hostile(slice(None), a, b) & (a >= 0) & (b >= 0)
        border, sample = np.nonzero(found)
        return sample, g.foot[border]

    def coasts(self) -> tuple[Ints, Ints, Ints]:
        """The samples and borders of all contested coasts, and who owns the strongest ships."""
        g = self.ground
        fleets = np.flatnonzero(self.contests)
        spaces, powers = self.shape[0], len(g.power_rank)
        key = (self.sample[fleets] * spaces + self.place[fleets]) * powers + self.owner[fleets]
        fleet, inverse = np.unique(key, return_inverse=True)
        value = _totals(inverse, self.tuv[fleets], len(fleet))
        owner, zone = fleet % powers, fleet // powers % spaces
        sample = fleet // powers // spaces
        # Every fleet with every shore of its zone, where it is hostile to the holder of the shore.
        shores = g.shore_count[zone]
        each = np.repeat(np.arange(len(fleet)), shores)
        offset = np.arange(len(each)) - np.repeat(np.cumsum(shores) - shores, shores)
        border = g.shores[g.shore_start[zone[each]] + offset]
        sample, owner, value = sample[each], owner[each], value[each]
        held = self.power[g.left[border], sample]
        there = np.flatnonzero(self.hostility.are_hostile(sample, held, owner) & (held >= 0))
        sample, border, owner, value = sample[there], border[there], owner[there], value[there]
        # The strongest power of the strongest side stands for the sea end.
        side = self.hostility.side(sample, owner)
        shore = sample * len(g.left) + border
        _, sides = np.unique(shore * len(g.side_rank) + side, return_inverse=True)
        total = _totals(sides, value, len(sides))[sides]
        order = np.lexsort((g.power_rank[owner], -value, g.side_rank[side], -total, shore))
        _, first = np.unique(shore[order], return_index=True)
        best = order[first]
        return sample[best], border[best], owner[best]

    # --- what stands near them ------------------------------------------------------------------

    def gathered(self, *fields: Floats) -> Floats:
        """Add to the values of each space those of its neighbours by land held by the same side."""
        g = self.ground
        here = np.stack(fields, axis=1)
        found = here.copy()
        for a, b in zip(g.left[g.foot], g.right[g.foot], strict=True):
            same = (self.side[a] == self.side[b]) & (self.side[a] >= 0)
            found[a] += here[b] * same
            found[b] += here[a] * same
        return found

    def forces_ashore(self, place: Ints, sample: Ints, weight: Floats) -> Floats:
        """Forces of the side that holds a land space, there and beside it: a column for each end.

        Returns
        -------
        array of 3 rows
            Units, their TUV, and the end's share of that: a unit is divided over all the ends it is
            near, by their weights.
        """
        spaces, samples = self.shape
        here = np.flatnonzero(self.ashore)
        here = here[self.of_side[here] == self.side[self.place[here], self.sample[here]]]
        here = here[self.of_side[here] >= 0]
        at = self.place[here] * samples + self.sample[here]

        def ashore(values: Floats, where: Ints) -> Floats:
            return _totals(where, values, spaces * samples).reshape(spaces, samples)

        units, tuv = ashore(self.count[here], at), ashore(self.tuv[here], at)
        near = self.gathered(units, tuv, ashore(weight, place * samples + sample))
        per_km = np.divide(tuv, near[:, 2], out=np.zeros_like(tuv), where=near[:, 2] > 0)
        share = self.gathered(per_km)[:, 0]
        return np.stack(
            [near[place, 0, sample], near[place, 1, sample], weight * share[place, sample]]
        )

    def forces_afloat(self, zone: Ints, sample: Ints, side: Ints, weight: Floats) -> Floats:
        """Forces of a side in a sea zone: a column for each shore that it contests from there.

        Returns
        -------
        array of 3 rows
            As of `forces_ashore`.
        """
        sides = len(self.ground.side_rank)
        afloat = np.flatnonzero(self.at_sea)
        fleet = (self.sample[afloat] * self.shape[0] + self.place[afloat]) * sides
        fleet += self.of_side[afloat]
        own = (sample * self.shape[0] + zone) * sides + side
        known, of = np.unique(own, return_inverse=True)
        slot = np.minimum(np.searchsorted(known, fleet), max(len(known) - 1, 0))
        with_front = known[slot] == fleet if len(known) else np.zeros(len(fleet), dtype=np.bool_)
        afloat, slot = afloat[with_front], slot[with_front]
        units = _totals(slot, self.count[afloat], len(known))[of]
        tuv = _totals(slot, self.tuv[afloat], len(known))[of]
        return np.stack([units, tuv, weight * tuv / _totals(of, weight, len(known))[of]])

    def columns(self) -> dict[str, Any]:
        """The rows of these samples; names as codes."""
        g = self.ground
        sample, border = self.land_fronts()
        coast_sample, coast, raider = self.coasts()
        is_coast = np.repeat([False, True], [len(sample), len(coast)])
        sample, border = np.r_[sample, coast_sample], np.r_[border, coast]
        left, right = g.left[border], g.right[border]
        power_l = self.power[left, sample]
        power_r = self.power[right, sample]
        power_r[is_coast] = raider
        side_l, side_r = (self.hostility.side(sample, p) for p in (power_l, power_r))
        weight, inland = g.weight[border], ~is_coast
        near = self.forces_ashore(
            np.r_[left, right[inland]], np.r_[sample, sample[inland]], np.r_[weight, weight[inland]]
        )
        (units_l, tuv_l, share_l), beyond = np.split(near, [len(left)], axis=1)
        units_r, tuv_r, share_r = np.zeros((3, len(left)))
        units_r[inland], tuv_r[inland], share_r[inland] = beyond
        units_r[is_coast], tuv_r[is_coast], share_r[is_coast] = self.forces_afloat(
            right[is_coast], sample[is_coast], side_r[is_coast], weight[is_coast]
        )
        swap = g.side_rank[side_l] > g.side_rank[side_r]
        order = np.lexsort((border, sample))

        def told(name: str, one: Any, other: Any) -> dict[str, Any]:
            return {
                f"{name}_a": np.where(swap, other, one)[order],
                f"{name}_b": np.where(swap, one, other)[order],
            }

        return {
            "sample": sample[order],
            "theatre": g.theatre[border][order],
            "coast": is_coast[order],
            "length_km": g.length[border][order],
            **told("space", g.codes[left], g.codes[right]),
            **told("power", power_l, power_r),
            **told("side", side_l, side_r),
            **told("units", units_l, units_r),
            **told("tuv", tuv_l, tuv_r),
            **told("share", share_l, share_r),
        }


def _totals(where: Ints, values: Floats, size: int) -> Floats:
    """Add up values by where they belong."""
    return np.bincount(where, values, size).astype(np.float64)  # bincount of nothing is integers


def fronts_frame(
    calendar: Calendar, names: Names, samples: Ints, keys: pl.DataFrame, land: Land,
    tally: StackArrays, hostility: Hostility,
) -> pl.DataFrame:  # fmt: skip
    """Return the frame of fronts: every border along which hostile sides face each other."""
    theatres = Coder()
    grounds: dict[tuple[int, int], GroundArrays] = {}
    game_of = calendar.game_of[samples]
    land_start = np.searchsorted(land.sample, np.arange(len(samples) + 1))
    tally_start = np.searchsorted(tally.sample, np.arange(len(samples) + 1))
    parts: list[dict[str, Any]] = []
    for game, record in enumerate(calendar.records.values()):
        key = id(record.board), id(record.catalog)
        if key not in grounds:
            grounds[key] = GroundArrays(record.board, record.catalog, names, theatres)
        first, end = np.searchsorted(game_of, [game, game + 1])
        for begin in range(first, end, _MOST_SAMPLES):
            stop = min(begin + _MOST_SAMPLES, end)
            held = slice(land_start[begin], land_start[stop])
            block = _Block(
                grounds[key],
                land.power[held].reshape(stop - begin, -1),
                tally,
                slice(tally_start[begin], tally_start[stop]),
                begin,
                hostility.part(begin, stop),
            )
            part = block.columns()
            part["sample"] = part["sample"] + begin
            parts.append(part)
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    return _assembled(columns, names, theatres, samples, keys)


def _assembled(
    columns: dict[str, Any], names: Names, theatres: Coder, samples: Ints, keys: pl.DataFrame
) -> pl.DataFrame:
    kinds = Coder(("land", "coast"))
    length = columns["length_km"]
    text = pl.String()
    values: dict[str, Any] = {
        **columns,
        "theatre": theatres.series(columns["theatre"], dtype=text),
        "kind": kinds.series(columns["coast"].astype(np.int64), dtype=text),
        "length_km": pl.Series(length).set(pl.Series(length == 0), None),
    }
    for end in "ab":
        for name in ("units", "tuv"):
            values[f"{name}_{end}"] = columns[f"{name}_{end}"].round().astype(np.int64)
    return assemble("fronts", names, values, keys=keys[samples[columns["sample"]]])
