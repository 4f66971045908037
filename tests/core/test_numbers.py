"""Numbers of untrusted records are bounded, so that whoever adds them up can."""

from __future__ import annotations

import gzip

import msgspec
import pytest

from a4a.core import events as ev
from a4a.core.errors import RecordError
from a4a.core.numbers import LARGEST, LARGEST_PRINTED
from a4a.core.steps import Step
from a4a.store import dumps, loads
from tests.core.small import after, record, state


@pytest.mark.parametrize(
    "event",
    [
        ev.ResourceChanged("Italy", "IPC", 777, "x"),
        ev.RoundBegan(777),
        ev.UnitsRemoved((777,), "x"),
        ev.UnitsMoved((1,), ("Malta",), "combat", aboard=777),
        ev.UnitsPlaced((1,), 777, "x"),
        ev.MarkerChanged(ev.OnUnit(777), "x", 1),
        ev.MarkerChanged(ev.OnSpace("Malta"), "x", 777),
        ev.Rolled("attack", "Italy", (ev.Die(777),), 6),
        ev.ValueChanged("Malta", "x", None, 777),
    ],
)
@pytest.mark.parametrize("number", [b"9" * 60, b"1000000001", b"-1000000001"])
def test_a_number_beyond_all_bounds_is_not_read(event: ev.AnyEvent, number: bytes) -> None:
    decoder = msgspec.json.Decoder(Step)
    text = msgspec.json.encode(Step(id=1, parent=0, events=(event,)))
    assert decoder.decode(text).events == (event,)
    with pytest.raises(msgspec.ValidationError):
        decoder.decode(text.replace(b"777", number))


def test_a_file_with_such_a_number_is_refused_with_its_line() -> None:
    game = record()
    game.append([ev.ResourceChanged("Italy", "IPC", 777, "x")])
    text = gzip.decompress(dumps(game)).replace(b"777", b"9" * 60)
    with pytest.raises(RecordError, match=r"record: line 6: .*amount"):
        loads(gzip.compress(text))


def test_a_price_beyond_all_bounds_is_not_read() -> None:
    text = gzip.decompress(dumps(record())).replace(b'"cost":16', b'"cost":10001')
    with pytest.raises(RecordError, match="record: line 4: "):
        loads(gzip.compress(text))


def test_amounts_do_not_add_up_beyond_all_bounds() -> None:
    rich = after(ev.ResourceChanged("Italy", "IPC", LARGEST - 10, "x"))
    assert rich.money("Italy", "IPC") == LARGEST
    with pytest.raises(RecordError, match="resource event leaves 'Italy' 1000000001 IPC"):
        rich.apply(ev.ResourceChanged("Italy", "IPC", 1, "x"))


def test_a_space_is_not_worth_more_than_can_be_printed() -> None:
    with pytest.raises(RecordError, match="value event makes 'Malta' worth 10001"):
        state().apply(ev.ValueChanged("Malta", "value", 1, LARGEST_PRINTED + 1))
