"""Battles of a TripleA history: how they are numbered, linked and told one after another."""

from __future__ import annotations

from typing import Final

from a4a.core import events as ev
from a4a.importers.triplea import texts
from a4a.importers.triplea.battle import Pay, ToldBattle
from a4a.importers.triplea.mirror import Mirror
from a4a.importers.triplea.save import BattleRecord, EventNode, Save, Site

_TITLES: Final[tuple[tuple[str, ev.BattleKind], ...]] = (
    ("Battle in ", "land"),
    ("Strategic bombing raid in ", "bombing raid"),
    ("Air Battle in ", "air"),
    ("Air battle in ", "air"),
)


def is_battle(text: str) -> bool:
    """Tell whether an event of this text is a battle."""
    return text.startswith(tuple(title for title, _ in _TITLES))


class BattleTeller:
    """Tells battles; keeps what must be known from one to the next."""

    def __init__(self, save: Save, mirror: Mirror) -> None:
        self._save = save
        self._mirror = mirror
        self._names = mirror.names
        self._plurals = texts.plurals_of(save.unit_types)
        self._round = 0
        self._serial = 0
        self._here: dict[str, str] = {}  # last battle of this turn in each space
        self._raiding: dict[str, tuple[int, ...]] = {}  # bombers on their way, by the air battle
        self._notes: dict[tuple[str, str | None, str], list[BattleRecord]] = {}

    def new_round(self, number: int) -> None:
        """Begin a round: battles are counted in it, and TripleA's own notes are by round."""
        self._round, self._serial = number, 0
        self._notes = {}
        for note in self._save.battles.get(number, ()):
            key = (note.site, note.attacker, _kind_of(note))
            self._notes.setdefault(key, []).append(note)

    def new_turn(self) -> None:
        """Begin a turn: its battles are linked with one another only."""
        self._here = {}
        self._raiding = {}

    def tell(self, event: EventNode, *, player: str | None, pay: Pay, last: bool) -> None:
        """Tell one battle, whose changes have been applied to the engine's state.

        Parameters
        ----------
        event
            The event.
        player
            Whose turn it is.
        pay
            Writes down what the battle brought or cost.
        last
            Whether nothing follows in the history: the battle may still be going on.
        """
        site = event.data.territory if isinstance(event.data, Site) else ""
        kind: ev.BattleKind = "land"
        for title, meant in _TITLES:
            if event.text.startswith(title):
                site, kind = site or event.text.removeprefix(title), meant
        space = self._names.spaces.get(site)
        if space is None:
            self._mirror.tell(ev.Noted(event.text, "battle"))
            return
        battle = ToldBattle(
            self._save,
            self._mirror,
            site=site,
            space=space,
            kind=kind,
            lines=event.lines,
            player=player,
            note=self._note_on(site, player, kind),
            raiders=self._raiding.get(space, ()),
            plurals=self._plurals,
        )
        if kind == "air":
            self._raiding[space] = battle.attackers
        if battle.is_fought:
            self._serial += 1
            battle.open(f"{self._round}.{self._serial}", self._here)
            self._here[space] = battle.id
        battle.tell_lines(pay)
        battle.close(last=last)

    def _note_on(self, site: str, player: str | None, kind: ev.BattleKind) -> BattleRecord | None:
        """Return TripleA's own note on a battle, each once."""
        group = "normal" if kind in ("land", "sea", "amphibious") else kind
        notes = self._notes.get((site, player, group))
        return notes.pop(0) if notes else None


def _kind_of(note: BattleRecord) -> str:
    if "BOMBING" in note.kind or note.kind == "AIR_RAID":
        return "bombing raid"
    return "air" if "AIR" in note.kind else "normal"
