"""One battle of a TripleA history, told line by line.

Inside one event TripleA writes all lines before all changes, so which loss came at which roll is in
the lines only. The lines lead; a unit is removed where a line names it, if the changes say that it
is gone; what no line names is settled at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from a4a.core import events as ev
from a4a.importers.triplea import bombs, texts
from a4a.importers.triplea.mirror import Mirror
from a4a.importers.triplea.results import result_of
from a4a.importers.triplea.rolls import rolled_event
from a4a.importers.triplea.save import BattleRecord, Save, SavedLine, SavedRoll, SavedUnits

Pay = Callable[[str, str], None]
"""Writes down the payments of the event at hand, with a reason and a detail."""

_SILENT: Final = "Battle casualty summary"
_NAMES_UNITS: Final = (
    " attack with ",
    " attacks with ",
    " defend with ",
    " defends with ",
    " launches ",
)
_CHANGED: Final = {"bombing raid": "bombing"}


class ToldBattle:
    """One battle, being told.

    Parameters
    ----------
    save, mirror
        The save, and the record that is being written.
    site, space
        Where it is, as the save calls it and as we do.
    kind
        As the title of the event has it.
    lines
        What the event says.
    player
        Whose turn it is.
    note
        TripleA's own note on it, if there is one.
    raiders
        The bombers that an air battle has let through, if it is a raid.
    plurals
        The unit types by their plurals.
    """

    def __init__(
        self,
        save: Save,
        mirror: Mirror,
        *,
        site: str,
        space: str,
        kind: ev.BattleKind,
        lines: tuple[SavedLine, ...],
        player: str | None,
        note: BattleRecord | None,
        raiders: tuple[int, ...],
        plurals: dict[str, str],
    ) -> None:
        self.save = save
        self.mirror = mirror
        self.names = mirror.names
        self.plurals = plurals
        self.site, self.space, self.kind = site, space, kind
        self.lines, self.player = lines, player
        self.id = ""
        self.note = note
        self.attackers = self._units_of((" attack with ", " attacks with "))
        self.defenders = self._units_of((" defend with ", " defends with ", " launches "))
        if kind == "bombing raid" and not self.attackers:
            self.attackers = self._raiders(raiders)
        rolled = any(isinstance(line.data, SavedRoll) for line in lines)
        lost = any(_is_loss(line.text) for line in lines)
        bombed = any(texts.faces(line.text) for line in lines if " raid in " in line.text)
        self.is_fought = rolled or lost or bombed or bool(self.attackers and self.defenders)
        self.combat_round = 0
        self.said_round = -1
        self.retreated = False
        self.ended = False
        self.took = False

    def _units_of(self, verbs: tuple[str, ...]) -> tuple[int, ...]:
        units: list[int] = []
        for line in self.lines:
            if isinstance(line.data, SavedUnits) and any(verb in line.text for verb in verbs):
                units += line.data.units
        return self.mirror.present(units)

    def _raiders(self, known: tuple[int, ...]) -> tuple[int, ...]:
        """Return the bombers of a raid, which does not name them itself: only those it loses."""
        lost = [
            unit
            for line in self.lines
            if isinstance(line.data, SavedUnits) and _is_loss(line.text)
            for unit in line.data.units
        ]
        left = self.note.attackers_left if self.note is not None else ()
        return self.mirror.present((*known, *left, *lost))

    # --- beginning ------------------------------------------------------------------------------

    def open(self, number: str, here: Mapping[str, str]) -> None:
        """Tell that the battle opens, and who fights.

        Parameters
        ----------
        number
            What it is called from now on.
        here
            The last battle of this turn in each space.
        """
        self.id = number
        mirror, names = self.mirror, self.names
        origins = {
            unit: mirror.via[unit] for unit in self.attackers if mirror.via.get(unit) is not None
        }
        if self.kind == "land":
            if names.board.space(self.space).kind == "sea":
                self.kind = "sea"
            elif any(self._landed(unit, origin) for unit, origin in origins.items()):
                self.kind = "amphibious"
        links = [here[o] for o in dict.fromkeys(origins.values()) if o in here]
        if self.kind == "bombing raid" and self.space in here:
            links.append(here[self.space])
        groups: dict[tuple[ev.Role, str, str | None], list[int]] = {}
        for unit in self.attackers:
            key: tuple[ev.Role, str, str | None]
            key = ("attacker", mirror.units[unit].owner, origins.get(unit))
            groups.setdefault(key, []).append(unit)
        for unit in self.defenders:
            groups.setdefault(("defender", mirror.units[unit].owner, None), []).append(unit)
        parts = tuple(
            ev.Participant(role, power, tuple(units), origin)
            for (role, power, origin), units in groups.items()
        )
        mirror.tell(
            ev.BattleOpened(self.id, self.space, self.kind, parts, tuple(dict.fromkeys(links)))
        )

    def _landed(self, unit: int, origin: str) -> bool:
        kind = self.names.catalog.unit_type(self.mirror.units[unit].type)
        return kind.category != "air" and self.names.board.space(origin).kind == "sea"

    # --- lines ------------------------------------------------------------------------------------

    def tell_lines(self, pay: Pay) -> None:
        """Tell what each line says."""
        for line in self.lines:
            text, data = line.text, line.data
            if isinstance(data, SavedRoll):
                self._roll(text, data)
            elif texts.faces(text) and " raid in " in text:
                self._bomb(text)
            elif isinstance(data, SavedUnits) and _is_loss(text):
                self._lose(data.units)
            elif isinstance(data, SavedUnits) and text.startswith("Units damaged: "):
                self._damage(data.units)
            elif isinstance(data, SavedUnits) and " retreated to " in text:
                self._retreat(data.units, text.partition(" retreated to ")[2])
            elif isinstance(data, SavedUnits) and text.rstrip(". ").endswith(" retreated"):
                self._retreat(data.units, "")  # aircraft that stay where they are until they land
            elif isinstance(data, SavedUnits) and text.lower().rstrip(". ").endswith("submerged"):
                self._submerge(self.mirror.present(data.units))
            elif " takes " in text:
                self._take(text)
            elif (found := texts.plunder(text)) is not None:
                pay("plunder", found.detail)
            elif self._is_told(text):
                continue
            elif text:
                kind = "comment" if text.startswith("COMMENT: ") else "battle"
                self.mirror.tell(ev.Noted(text, kind))

    def _is_told(self, text: str) -> bool:
        """Tell whether a line only repeats what other events say; it may say that all is over."""
        over = text.endswith((" win", " wins")) or "stalemate" in text
        over = over or text.startswith("Air Battle is over")
        over = over or (text.startswith("Bombing raid in ") and "total" in text)
        if over:
            self.ended = True
            return True
        return text.startswith(_SILENT) or any(verb in text for verb in _NAMES_UNITS)

    def _role_of(self, power: str) -> ev.Role:
        units = self.mirror.units
        for role, ids in (("attacker", self.attackers), ("defender", self.defenders)):
            if any(units[unit].owner == power for unit in ids if unit in units):
                return role  # type: ignore[return-value]
        return "attacker" if power == self.names.power(self.player) else "defender"

    def _roll(self, text: str, dice: SavedRoll) -> None:
        names = self.names
        purpose: ev.RollPurpose = "other"
        counts: dict[str, int] = {}
        role: ev.Role | None = None
        power: str | None = None
        if (aa := texts.antiaircraft(text)) is not None:
            power = names.power(aa.player) or names.power(dice.player)
            purpose, role = "aa", "defender"
            if power is None:
                power = self.mirror.names.power(self.mirror.view.state.owners.get(self.site))
        elif (rolled := texts.roll(text)) is not None:
            power = names.owner(rolled.player or dice.player)
            role = self._role_of(power)
            counts = texts.unit_counts(rolled.units, self.plurals)
            purpose = "defense" if role == "defender" else "attack"
            if self._is_bombardment(counts):
                purpose = "bombard"
            if rolled.round and rolled.round != self.said_round:
                self.said_round = rolled.round
                self._begin_round()
        elif text.startswith(("Attackers Fire", "Defenders Fire")):  # of an air battle
            purpose = "interception"
            role = "attacker" if text.startswith("A") else "defender"
            units = self.attackers if role == "attacker" else self.defenders
            power = next((u.owner for i in units if (u := self.mirror.units.get(i))), None)
            if role == "attacker":
                self._begin_round()
        elif " raid in " in text:
            self._bomb(text, dice)
            return
        only = names.types[next(iter(counts))] if len(counts) == 1 else ""
        self.mirror.tell(
            rolled_event(
                dice,
                purpose,
                power or names.nobody,
                sides=self.save.dice_sides,
                battle=self.id,
                role=role,
                unit_type=only,
            )
        )

    def _begin_round(self) -> None:
        self.combat_round += 1
        if self.id:
            self.mirror.tell(ev.CombatRoundBegan(self.id, self.combat_round))

    def _is_bombardment(self, counts: dict[str, int]) -> bool:
        if not counts or self.names.board.space(self.space).kind == "sea":
            return False
        types = (self.names.catalog.unit_type(self.names.types[name]) for name in counts)
        return all(kind.category == "sea" for kind in types)

    def _bomb(self, text: str, dice: SavedRoll | None = None) -> None:
        """Tell the dice of a raid: each is damage."""
        save, engine = self.save, self.mirror.view.state.units
        if dice is not None:
            thrown = tuple(die.face for die in dice.dice)
        else:
            alive = [unit for unit in self.attackers if unit in self.mirror.units]
            thrown = bombs.thrown(save, [str(engine[unit].get("type")) for unit in alive], text)
        damage = bombs.damage_in(text)
        self.mirror.tell(
            ev.Rolled(
                "bombing",
                self.names.owner(self.player),
                tuple(ev.Die(face) for face in thrown),
                save.dice_sides,
                hits=damage or 0,
                battle=self.id,
                role="attacker",
                outcome="" if damage is None else f"{damage} damage",
            )
        )

    def _lose(self, units: Iterable[int]) -> None:
        gone = [unit for unit in units if self.mirror.view.unit(unit) is None]
        self.mirror.remove(gone, "casualty", self.id)

    def _damage(self, units: Iterable[int]) -> None:
        groups: dict[int, dict[int, None]] = {}
        for unit in units:
            seen = self.mirror.units.get(unit)
            if seen is not None:
                groups.setdefault(seen.damage + 1, {})[unit] = None
        for damage, hit in groups.items():
            self.mirror.convert(ev.UnitsConverted(tuple(hit), "hit", damage=damage, battle=self.id))

    def _leave(self, units: tuple[int, ...], reason: str) -> None:
        if units and self.id:
            self.mirror.tell(ev.BattleLeft(self.id, units, reason))

    def _submerge(self, units: tuple[int, ...]) -> None:
        self._leave(units, "submerged")
        mirror = self.mirror
        under = [
            unit
            for unit in units
            if (seen := mirror.view.unit(unit)) is not None
            and "submerged" in seen.flags
            and "submerged" not in mirror.units[unit].flags
        ]
        if under:
            mirror.convert(
                ev.UnitsConverted(tuple(under), "submerged", gained=("submerged",), battle=self.id)
            )

    def _retreat(self, units: Iterable[int], to: str) -> None:
        self.retreated = True
        mirror = self.mirror
        place = self.names.spaces.get(to.strip())
        going = []
        for unit in mirror.present(units):
            if (
                mirror.space_of(unit) == self.space
                and (target := mirror.view.unit(unit)) is not None
            ):
                # Cargo goes with what it is aboard.
                carried = isinstance(mirror.units[unit].place, int)
                if target.place == place and not carried:
                    going.append(unit)
        self._leave(mirror.present(units), "retreated")
        if going and place is not None:
            mirror.move(
                ev.UnitsMoved(tuple(going), (self.space, place), "retreat", 1, battle=self.id)
            )

    def _take(self, text: str) -> None:
        territory = text.partition(" takes ")[2]
        if territory not in self.names.spaces:
            territory = territory.rpartition(" from ")[0]
        if self.mirror.control(territory, "conquest", self.id):
            self.took = self.took or territory == self.site

    # --- end ------------------------------------------------------------------------------------

    def close(self, *, last: bool) -> None:
        """Settle what no line has told, and say how the battle ended."""
        self.mirror.remove(self._lost_facilities(), "captured", self.id)
        self.mirror.settle(
            moved="retreat" if self.retreated else "other",
            added="captured",
            removed="casualty" if self.is_fought else "captured",
            changed=_CHANGED.get(self.kind, "captured"),
            battle=self.id,
        )
        if not self.is_fought:
            return
        if last and not self.ended and self.note is None:
            return  # saved in the middle of it
        result, winner = result_of(
            self.kind,
            self.note,
            took=self.took,
            retreated=self.retreated,
            defended=bool(self.defenders),
            attackers=self._alive(self.attackers),
            defenders=self._alive(self.defenders),
        )
        self.mirror.tell(ev.BattleClosed(self.id, result, winner))

    def _lost_facilities(self) -> list[int]:
        """Return facilities that did not outlive the battle: destroyed or changed by capture."""
        mirror, catalog = self.mirror, self.names.catalog
        return [
            unit
            for unit in mirror.view.touched
            if (seen := mirror.units.get(unit)) is not None
            and catalog.unit_type(seen.type).category == "facility"
            and mirror.view.unit(unit) is None
        ]

    def _alive(self, units: Iterable[int]) -> bool:
        """Tell whether any unit that fights is left of these."""
        seen = [self.mirror.units[unit] for unit in units if unit in self.mirror.units]
        return any(self.names.catalog.unit_type(u.type).category != "facility" for u in seen)


def _is_loss(text: str) -> bool:
    return " lost in " in text or " killed by " in text
