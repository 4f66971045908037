"""The layers of the board: what can be switched on, in which ways, and how it begins."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import msgspec

from a4a.core.errors import A4AError

Settings: TypeAlias = Mapping[str, Mapping[str, Any]]
"""For each layer whether it is ``on``, and its options."""
Choices: TypeAlias = "Mapping[str, bool | Mapping[str, Any]]"
"""Layers to switch on (True), off (False), or on with options: ``{"control": {"by": "side"}}``."""

TO_MOVE = "to move"
"""The choice of the power whose turn it is, where a power is chosen."""


class Layer(msgspec.Struct, frozen=True):
    """A layer of the board.

    Parameters
    ----------
    id
        Its name in Python and in the browser.
    title
        What the legend calls it.
    key
        The key that switches it.
    help
        What it shows, in a sentence.
    on
        Whether it is shown at first.
    options
        The choices of each of its options; the first one is the default.
    named
        Options whose choices are names of the game (powers), with their defaults.
    """

    id: str
    title: str
    key: str
    help: str
    on: bool = False
    options: dict[str, tuple[str, ...]] = {}
    named: dict[str, str] = {}


LAYERS = (
    Layer("control", "Control", "c", "Spaces in the colour of who holds them", on=True,
          options={"by": ("power", "side")}),
    Layer("terrain", "Terrain", "e", "Terrain of the spaces, rivers and harsh terrain along "
          "their sides", on=True),
    Layer("countries", "Countries", "d", "Borders of countries and territories, lines of the map",
          on=True),
    Layer("numbers", "Numbers", "z", "The numbers printed on the spaces, where they can be read",
          on=True),
    Layer("units", "Units", "u", "A badge for every stack, its unit types where there is room",
          on=True),
    Layer("strength", "Strength", "s", "What the units of each space are worth together",
          options={"measure": ("TUV", "attack", "defense"), "arm": ("all", "land", "sea", "air")}),
    Layer("values", "Value", "v", "What each space yields a turn",
          options={"shown": ("coins", "shades")}),
    Layer("production", "Production", "p", "Factories, bases and their damage", on=True),
    Layer("convoys", "Convoy zones", "x", "Sea zones where convoys can be raided"),
    Layer("places", "Places", "o", "Cities, capitals, ports and straits by name", on=True),
    Layer("cities", "Cities", "y", "Cities and capitals", on=True),
    Layer("straits", "Straits", "t", "Straits and canals, open or closed to the side to move"),
    Layer("neutrals", "Neutrals", "n", "How neutral territories lean"),
    Layer("theatres", "Theatres", "g", "The theatres of the war, in colours and by name"),
    Layer("fronts", "Fronts", "f", "Where the sides meet: thick with force, coloured by balance",
          on=True),
    Layer("holders", "Cities and ports", "j", "Which side holds the cities and ports"),
    Layer("conditions", "Conditions", "k", "How many counters are reduced, or marked as done"),
    Layer("zones", "Zones of control", "q", "Where units of each side hinder and fight the other",
          options={"of": ("land", "sea", "air")}),
    Layer("supply", "Supply", "i", "Units out of supply; the line of those in the space chosen"),
    Layer("threat", "Threat", "h", "How likely each space falls to what can reach it now",
          named={"power": TO_MOVE}),
    Layer("movement", "Movement", "m", "The ways units went", on=True,
          options={"over": ("step", "phase", "turn")}),
    Layer("battles", "Battles", "b", "Battles that are open or ended, with their swing", on=True,
          options={"over": ("phase", "step", "turn")}),
    Layer("notes", "Annotations", "a", "Arrows and highlighted spaces of annotations", on=True),
)  # fmt: skip
"""All layers, in the order of the legend."""

BY_ID: Mapping[str, Layer] = MappingProxyType({layer.id: layer for layer in LAYERS})


def settings() -> dict[str, dict[str, Any]]:
    """Return the initial settings of the layers.

    Examples
    --------
    >>> settings()["control"]
    {'on': True, 'by': 'power'}
    """
    return {
        layer.id: {
            "on": layer.on,
            **{name: ways[0] for name, ways in layer.options.items()},
            **layer.named,
        }
        for layer in LAYERS
    }


def changed(now: Settings, layer: str, /, *, on: bool = True, **options: str) -> dict[str, Any]:
    """Return settings with one layer switched.

    Raises
    ------
    A4AError
        If there is no such layer, option or choice; the message says which there are.

    Examples
    --------
    >>> changed(settings(), "control", by="side")["control"]
    {'on': True, 'by': 'side'}
    """
    if layer not in BY_ID:
        raise A4AError(f"no layer {layer!r}: there are {', '.join(BY_ID)}")
    if not isinstance(on, bool):
        raise A4AError(f"on={on!r}: the layer {layer!r} is on (True) or off (False)")
    known, named = BY_ID[layer].options, BY_ID[layer].named
    for name, choice in options.items():
        if name in named:
            if not isinstance(choice, str):
                raise A4AError(f"{name}={choice!r:.80}: a name, or {named[name]!r}")
            continue
        if name not in known:
            there = ", ".join([*known, *named]) or "none"
            raise A4AError(f"the layer {layer!r} has no option {name!r}: there are {there}")
        if choice not in known[name]:
            ways = ", ".join(map(repr, known[name]))
            raise A4AError(f"{name}={choice!r}: the layer {layer!r} can be shown by {ways}")
    return {**now, layer: {**now[layer], "on": on, **options}}


def chosen(choices: Choices) -> dict[str, dict[str, Any]]:
    """Return the initial settings of the layers, changed by these choices.

    Raises
    ------
    A4AError
        If there is no such layer, option or choice.

    Examples
    --------
    >>> chosen({"units": False, "control": {"by": "side"}})["control"]
    {'on': True, 'by': 'side'}
    """
    if not isinstance(choices, Mapping):
        raise A4AError("layers are chosen as {'fronts': False, 'control': {'by': 'side'}, ...}")
    now = settings()
    for layer, choice in choices.items():
        if isinstance(choice, Mapping):
            now = changed(now, layer, **{str(name): how for name, how in choice.items()})
        elif isinstance(choice, bool):
            now = changed(now, layer, on=choice)
        else:
            raise A4AError(f"the layer {layer!r} is True, False or its options, not {choice!r}")
    return now
