"""Hostile input: whatever is done to a save, it is read or refused, in bounded time and memory."""

from __future__ import annotations

import gzip
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.core.errors import RecordError
from a4a.importers.triplea import read
from a4a.importers.triplea.javastream import MAX_MEMORY, read_stream
from a4a.importers.triplea.reader import parse_save
from a4a.importers.triplea.translate import translate
from tests import depth
from tests.depth import examples
from tests.importers.javawriter import Array, Block, Class, Enum, LongString, Obj, stream
from tests.importers.minisave import small_war

_NODE = Class("demo.Node", "I:n J:m L:next [:cells", flags=3)
_PROXY = Class("$Proxy", proxy=("demo.Greeter",), parent=Class("java.lang.reflect.Proxy", "L:h"))
_INNER = Obj(
    _NODE,
    {"n": 1, "cells": Array("[I", [7, 8])},
    {"demo.Node": [Block(b"ab"), "text", LongString("a long string")]},
)
GRAMMAR = stream(
    Obj(_NODE, {"next": _INNER}, {"demo.Node": [_INNER, Block(b"x" * 300)]}),
    Enum(Class("demo.Colour", parent=Class("java.lang.Enum", flags=18), flags=18), "RED"),
    Array("[Ljava.lang.String;", ["a", None, "a", "Ω\0"]),
    Obj(_PROXY, {"h": _NODE}),
    Obj(Class("demo.Out", flags=12), {}, {"demo.Out": [Array("[D", [0.5]), Block(b"12345678")]}),
)
SEEDS = (GRAMMAR, small_war(modern=True).finish(), small_war(modern=False).finish())


@st.composite
def mutations(draw: st.DrawFn, seed: bytes) -> bytes:
    """A stream with a few bytes changed, cut out, doubled, or references pointed elsewhere."""
    raw = bytearray(seed)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(4, max(4, len(raw) - 1)))
        what = draw(st.sampled_from(("byte", "bit", "cut", "double", "reference", "end")))
        if what == "byte":
            raw[at : at + 1] = bytes((draw(st.integers(0, 255)),))
        elif what == "bit" and at < len(raw):
            raw[at] ^= 1 << draw(st.integers(0, 7))
        elif what == "cut":
            del raw[at : at + draw(st.integers(1, 40))]
        elif what == "double":
            size = draw(st.integers(1, 40))
            raw[at:at] = raw[at : at + size]
        elif what == "reference":
            found = raw.find(b"\x71\x00\x7e", at)
            if found >= 0:
                raw[found + 3 : found + 5] = draw(st.integers(0, 600)).to_bytes(2, "big")
        else:
            del raw[at:]
    return bytes(raw)


def refusal(work: Callable[[bytes], object], raw: bytes) -> str | None:
    """Why something refuses these bytes; None if it does not. Other errors go through."""
    try:
        work(raw)
    except RecordError as error:
        return str(error)
    return None


def tell(raw: bytes) -> None:
    record = translate(parse_save(gzip.compress(raw, 1)))
    record.state_at(record.last)


@examples(100)
@given(mutations(GRAMMAR))
def test_a_mutated_stream_is_read_or_refused(raw: bytes) -> None:
    reason = refusal(read_stream, raw)
    assert reason is None or ("save" in reason and len(reason) < 400)


@examples(50)
@given(st.binary(max_size=200))
def test_any_bytes_behind_the_magic_number_are_read_or_refused(raw: bytes) -> None:
    reason = refusal(read_stream, b"\xac\xed\x00\x05" + raw)
    assert reason is None or "byte" in reason


@examples(50)
@given(mutations(SEEDS[1]))
def test_a_mutated_save_of_2_x_becomes_a_sound_record_or_is_refused(raw: bytes) -> None:
    reason = refusal(tell, raw)
    assert reason is None or len(reason) < 600


@examples(50)
@given(mutations(SEEDS[2]))
def test_a_mutated_save_of_1_9_becomes_a_sound_record_or_is_refused(raw: bytes) -> None:
    reason = refusal(tell, raw)
    assert reason is None or len(reason) < 600


@examples(25)
@given(st.data())
def test_a_mutated_file_is_read_or_refused(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from([gzip.compress(seed) for seed in SEEDS[1:]])))
    for _ in range(data.draw(st.integers(1, 5))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    del raw[data.draw(st.integers(1, len(raw))) :]
    reason = refusal(parse_save, bytes(raw))
    assert reason is None or "save" in reason


def test_every_cut_of_a_save_is_refused() -> None:
    raw = gzip.compress(SEEDS[1])
    for size in range(0, len(raw), 7):
        with pytest.raises(RecordError):
            parse_save(raw[:size])


# --- memory -------------------------------------------------------------------------------------

# Streams that make the most of few bytes. Each is code that gives the unpacked stream.
BOMBS = {
    "nulls": r'MAGIC + ARRAY + struct.pack(">i", N) + b"\x70" * N',
    "numbers": r'MAGIC + LONGS + struct.pack(">i", N // 8) + b"abcdefgh" * (N // 8)',
    "depth": r'MAGIC + NODE + b"\x73\x71\x00\x7e\x00\x00" * (N // 6)',
    "zeros": r"MAGIC + b'\x70' * N",
    "empty objects": r'MAGIC + EMPTY + b"\x73\x71\x00\x7e\x00\x00" * (N // 6)',
    "short strings": r'MAGIC + b"\x74\x00\x02ab" * (N // 5)',
    "empty arrays": r'MAGIC + ARRAY + NIL + (b"\x75\x71\0\x7e\0\0" + NIL) * (N // 10)',
    "blocks": r'MAGIC + b"\x77\x01a" * (N // 3)',
    "classes": r'MAGIC + (b"\x72\x00\x01A" + b"\0" * 8 + b"\x02\x00\x00\x78\x70") * (N // 17)',
    "one long string": r'MAGIC + b"\x7c" + struct.pack(">q", N) + b"a" * N',
    "a long odd string": r'MAGIC + b"\x7c" + struct.pack(">q", N) + b"\xc3\xa9" * (N // 2)',
}
LARGE = ("numbers", "one long string", "a long odd string")
MADE_MUCH_OF = [name for name in BOMBS if name not in LARGE]
"""Those that are many small things."""
_PARTS = """
MAGIC = b"\\xac\\xed\\x00\\x05"
NIL = b"\\0\\0\\0\\0"
def described(name, fields=b"\\x00\\x00"):
    return (b"\\x72" + struct.pack(">H", len(name)) + name + b"\\0" * 8 + b"\\x02" + fields
            + b"\\x78\\x70")
ARRAY = b"\\x75" + described(b"[Ljava.lang.Object;")
LONGS = b"\\x75" + described(b"[J")
EMPTY = b"\\x73" + described(b"A")
NODE = b"\\x73" + described(b"A", b"\\x00\\x01L\\x00\\x01n\\x74\\x00\\x01L")
"""
_PROGRAM = """
import gzip, struct
{parts}
N = 47 * 1024 * 1024
packed = gzip.compress({code}, 1)
from a4a.core.errors import RecordError
from a4a.importers.triplea.reader import parse_save
def peak():
    # Of this process alone: what getrusage says can be that of the one it was forked from.
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM"))
assert peak() < 180, peak()
try:
    parse_save(packed)
except RecordError as error:
    print(error)
else:
    raise SystemExit("it was read")
print(peak())
"""


@pytest.mark.parametrize("name", MADE_MUCH_OF)
def test_each_small_thing_of_a_stream_counts_against_the_memory(name: str) -> None:
    """A stream of a thousandth of the size, with a thousandth of the memory."""
    space: dict[str, Any] = {"struct": struct, "N": 47 * 1024}
    exec(_PARTS, space)
    with pytest.raises(RecordError, match="more memory than any save needs"):
        read_stream(eval(BOMBS[name], space), max_memory=MAX_MEMORY // 1024)


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="no /proc to read memory from")
@pytest.mark.soak
@pytest.mark.parametrize("name", depth.sample([*BOMBS], 2))
def test_a_stream_that_makes_much_of_little_stays_below_300_mb(name: str) -> None:
    program = _PROGRAM.replace("{parts}", _PARTS).replace("{code}", BOMBS[name])
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    reason, peak = done.stdout.strip().splitlines()
    assert "save" in reason
    assert int(peak) < 300, (name, peak)


def test_a_damaged_file_is_refused_by_the_reader_of_records(tmp_path: Path) -> None:
    file = tmp_path / "cut.tsvg"
    file.write_bytes(gzip.compress(SEEDS[1])[:900])
    with pytest.raises(RecordError, match="cut short"):
        read(file)
