"""Games of named counters on a board of hexes, in files."""

from __future__ import annotations

import gzip

import pytest

from a4a import boards, store
from a4a.core.errors import RecordError
from a4a.core.events import RoundBegan, UnitsConverted, UnitsPlaced
from a4a.core.record import GameRecord
from a4a.core.units import Holding
from tests.boards import hexes


@pytest.fixture
def record(tmp_path) -> GameRecord:
    record = boards.start(hexes.write(tmp_path / "hexes"))
    armor, infantry = (
        next(u.id for u in record.state_at(0).units.values() if u.name == name)
        for name in ("2 armor", "2 infantry")
    )
    record.append([RoundBegan(1, "Autumn 1939")], cause="engine")
    pool = Holding("Germany", "force pool")
    record.append([UnitsPlaced((armor,), pool, "turn track")], cause="engine")
    record.append([UnitsConverted((infantry,), "combat", damage=1)], cause="engine")
    return record


def test_counters_holdings_labels_and_regions_come_back(record, tmp_path):
    store.save(record, tmp_path / "game.a4a")
    again = store.load(tmp_path / "game.a4a")
    assert (again.board, again.catalog, again.start) == (record.board, record.catalog, record.start)
    before, after = record.state_at(record.last), again.state_at(again.last)
    assert after == before
    assert after.label == "Autumn 1939"
    assert [u.name for u in after.at(Holding("Germany", "force pool"))] == ["2 armor"]
    assert again.board.region_of("Anvers") == "Belgium"
    for unit in before.units.values():
        assert again.catalog.face(unit) == record.catalog.face(unit)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"faces":[{"combat":2,"move":3}]', b'"faces":[]'),
        (b'"faces":[{"combat":2,"move":3}]', b'"faces":[{"combat":2000000,"move":3}]'),
        (b'"cost":30', b'"cost":30000000'),
        (b'"place":"Paris"', b'"place":7'),
    ],
)
def test_a_file_that_says_nonsense_of_counters_and_hexes_is_refused(record, tmp_path, old, new):
    path = tmp_path / "game.a4a"
    store.save(record, path)
    content = gzip.decompress(path.read_bytes())
    assert content.count(old) == 1
    path.write_bytes(gzip.compress(content.replace(old, new)))
    with pytest.raises(RecordError, match="line"):
        store.load(path)
