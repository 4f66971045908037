"""Writing tracks: how a value is put at a position, and how the end of a track is cut off."""

from __future__ import annotations

from a4a.map.timeline import Track


def put(track: Track, position: int, value: int) -> None:
    """Give a track this value from this position on; positions come in order.

    Examples
    --------
    >>> track = [0, 7]
    >>> put(track, 3, 8); put(track, 4, 8); put(track, 5, 9)
    >>> track
    [0, 7, 3, 8, 5, 9]
    >>> put(track, 5, 8)
    >>> track
    [0, 7, 3, 8]
    """
    if track[-1] == value:
        return
    if track[-2] < position:
        track += (position, value)
    elif len(track) > 2 and track[-3] == value:
        del track[-2:]
    else:
        track[-1] = value


def cut(track: Track, position: int) -> None:
    """Forget the values of a track after a position; its first one stays.

    Examples
    --------
    >>> track = [0, 7, 3, 8, 5, 9]
    >>> cut(track, 4)
    >>> track
    [0, 7, 3, 8]
    """
    while track[-2] > position and len(track) > 2:
        del track[-2:]


def tail(track: Track, position: int) -> Track:
    """Return the part of a track after a position.

    Examples
    --------
    >>> tail([0, 7, 3, 8, 5, 9], 3)
    [5, 9]
    """
    begin = len(track)
    while begin > 0 and track[begin - 2] > position:
        begin -= 2
    return track[begin:]
