"""The outer shell of a TripleA save: a gzip file, unpacked with a bound on what may come out."""

from __future__ import annotations

import zlib
from pathlib import Path

from a4a.core.errors import RecordError

#: The largest file that is read at all, in bytes.
MAX_FILE_BYTES = 16 * 1024 * 1024
#: The largest stream that is unpacked from a file, in bytes (a game of a dozen rounds needs 3 MB).
MAX_STREAM_BYTES = 48 * 1024 * 1024

_GZIP_MAGIC = b"\x1f\x8b"
_GZIP_FORMAT = 16 + zlib.MAX_WBITS
_CHUNK = 1 << 20


def read_bytes(path: str | Path, *, limit: int = MAX_FILE_BYTES) -> bytes:
    """Read a whole file of at most `limit` bytes.

    Raises
    ------
    RecordError
        If there is no such file, it cannot be read, or it is larger than `limit`.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            raw = file.read(limit + 1)
    except OSError as error:
        raise RecordError(f"cannot read {path.name}: {error.strerror or error}") from error
    if len(raw) > limit:
        raise RecordError(f"{path.name} is larger than {limit:,} bytes; no save game is that large")
    return raw


def unpack(raw: bytes, *, limit: int = MAX_STREAM_BYTES) -> bytes:
    """Unpack the gzip data of a save, never making more than `limit` bytes.

    Parameters
    ----------
    raw
        The bytes of the file.
    limit
        The most bytes that may come out.

    Returns
    -------
    bytes
        The Java serialization stream within.

    Raises
    ------
    RecordError
        If the data are empty, not gzip, cut short, damaged, or larger than `limit` inside.

    Examples
    --------
    >>> import gzip
    >>> unpack(gzip.compress(b"a stream"))
    b'a stream'
    >>> unpack(b"PK, a zip file")
    Traceback (most recent call last):
    a4a.core.errors.RecordError: not a TripleA save: byte 0 should start gzip (1f 8b), not 50 4b
    """
    if not raw:
        raise RecordError("not a TripleA save: the file is empty")
    if raw[:2] != _GZIP_MAGIC:
        found = raw[:2].hex(" ")
        raise RecordError(f"not a TripleA save: byte 0 should start gzip (1f 8b), not {found}")
    unpacked = bytearray()
    rest = raw
    while rest.startswith(_GZIP_MAGIC):
        rest = _unpack_member(rest, unpacked, limit, offset=len(raw) - len(rest))
    if rest.strip(b"\0"):
        raise RecordError(f"damaged save: after byte {len(raw) - len(rest):,} no gzip data follow")
    return bytes(unpacked)


def _unpack_member(packed: bytes, unpacked: bytearray, limit: int, *, offset: int) -> bytes:
    """Unpack one gzip member onto `unpacked` and return the bytes behind it."""
    engine = zlib.decompressobj(_GZIP_FORMAT)
    rest = packed
    while not engine.eof:
        try:
            unpacked += engine.decompress(rest, _CHUNK)
        except zlib.error as error:
            at = offset + len(packed) - len(engine.unconsumed_tail)
            raise RecordError(f"damaged save: gzip fails before byte {at:,}: {error}") from error
        if len(unpacked) > limit:
            raise RecordError(
                f"the save unpacks to more than {limit:,} bytes; no save game is that large"
            )
        rest = engine.unconsumed_tail
        if not rest and not engine.eof:
            raise RecordError(
                f"the save is cut short: its gzip data end too early, at byte "
                f"{offset + len(packed):,}"
            )
    return engine.unused_data
