"""A front's position as a ribbon: the lands of a theatre from home to home, by who holds them."""

from __future__ import annotations

from collections import deque
from typing import Any

import altair as alt
import polars as pl

from a4a.charts import palette
from a4a.charts.display import Chart, LayerChart
from a4a.charts.scope import Scope
from a4a.charts.theatres import placed, spread_out
from a4a.core.record import MAIN
from a4a.frames import Frames

_NOBODY = "neutral"
_PALE = "#dcdde3"
_STEP = 15  # height of a space, in pixels


def front_ribbon(
    frames: Frames[Any],
    *,
    theatre: str | None = "Eastern Front",
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.LayerChart:
    """Chart a front's position over the turns: who holds each land of a theatre, home to home.

    The lands stand in the order of their distance from the capitals of the two powers that hold
    most of the theatre, so that the front is the edge between the colours.

    Parameters
    ----------
    frames
        Of one game, or of several.
    theatre
        Which theatre; None for the whole board.
    line, game
        Which line of which game; by default the main line of the only game.
    where
        Which rows of the frame `spaces` to take.

    Returns
    -------
    altair.LayerChart
        To change further, show and save.

    Raises
    ------
    A4AError
        If there is no such line, game or theatre, or `where` names a column that is not there.

    Examples
    --------
    >>> import a4a
    >>> chart = front_ribbon(a4a.frames(a4a.start("global1940")))
    >>> lands = chart.layer[0].encoding.y["sort"]
    >>> chart.title.text, lands[0], lands[-1]
    ('Who held what: Eastern Front', 'Poland', 'Samara')
    """
    scope = Scope(frames, line=line, game=game, where=where)
    lands = placed(scope, "spaces", theatre).filter(pl.col("kind") != "sea")
    order, way = _from_home_to_home(scope, lands)
    held = scope.told(_held(lands.filter(pl.col("space").cast(pl.String).is_in(order)), scope.time))
    ribbon = (
        Chart(held)
        .mark_rect()
        .encode(
            spread_out(scope),
            alt.X2("until"),
            alt.Y("space:N", title=None, sort=order, scale=alt.Scale(paddingInner=0.12),
                  axis=alt.Axis(labelLimit=160, labelOverlap=False)),
            _holder(scope, held["holder"]),
            tooltip=[
                "space:N",
                "power:N",
                alt.Tooltip("holder:N", title="side"),
                alt.Tooltip("when:N", title="since"),
            ],
        )
    )  # fmt: skip
    chart: alt.LayerChart = LayerChart(
        data=scope.times(),
        layer=[ribbon],
        title=alt.TitleParams(
            f"Who held what: {theatre or 'the whole board'}", subtitle=way, offset=10
        ),
        height=alt.Step(_STEP) if order else 40,
    )
    return chart


def _held(lands: pl.DataFrame, time: str) -> pl.DataFrame:
    """Stretches of time in which a space has one holder: from when, until when."""
    end = lands[time].max()
    last = end if isinstance(end, int) else 0
    changed = pl.col("power").ne_missing(pl.col("power").shift(1).over("space"))
    first = pl.col(time) == pl.col(time).first().over("space")
    return (
        lands.filter(first | changed)
        .with_columns(
            pl.col("side").cast(pl.String).fill_null(_NOBODY).alias("holder"),
            pl.col(time).shift(-1).over("space").fill_null(last + 1).alias("until"),
        )
        .select("round", "turn", "until", "space", "power", "holder")
    )


def _holder(scope: Scope, present: pl.Series) -> alt.Color:
    """The colours of sides, and a pale one for neutrals."""
    seen = set(present)
    colours = {**palette.side_colours(scope.sides), _NOBODY: _PALE}
    colours = {name: colour for name, colour in colours.items() if name in seen}
    scale = alt.Scale(domain=list(colours), range=list(colours.values()))
    return alt.Color("holder:N", title=None, scale=scale, legend=alt.Legend() if colours else None)


# --- the order of the lands -----------------------------------------------------------------------


def _from_home_to_home(scope: Scope, lands: pl.DataFrame) -> tuple[list[str], str]:
    """The lands that any side ever holds, ordered from home to home, and that order in words."""
    held = lands.filter(pl.col("side").is_not_null())
    names = held["space"].unique().sort().cast(pl.String).to_list()
    far = len(scope.frames.frame("borders")) + 1
    homes: dict[str, dict[str, int]] = {}
    for power, capitals in _homes(scope, held).items():
        if capitals:
            way = _distances(scope, capitals)
            homes[power] = {name: way.get(name, far) for name in names}
    if len(homes) < 2:
        for power, near in homes.items():
            names.sort(key=near.__getitem__)
            return names, f"By the way from the capital of {scope.called[power]}"
        return names, ""
    (power, one), (enemy, other) = homes.items()
    names.sort(key=lambda name: (one[name] - other[name], one[name]))
    above, below = scope.called[power], scope.called[enemy]
    return names, f"From the capital of {above} (above) to that of {below} (below)"


def _homes(scope: Scope, held: pl.DataFrame) -> dict[str, list[str]]:
    """The capitals of the two powers, of different sides, that hold most of the lands."""
    most = (
        held.group_by("side", "power")
        .len()
        .sort("len", "power", descending=[True, False])
        .unique("side", keep="first", maintain_order=True)
        .head(2)
        .sort("side")
    )
    capitals = scope.frames.frame("spaces").filter(pl.col("capital")).unique("space")
    return {
        power: capitals.filter(pl.col("original") == power)["space"]
        .sort()
        .cast(pl.String)
        .to_list()
        for power in most["power"].cast(pl.String)
    }


def _distances(scope: Scope, start: list[str]) -> dict[str, int]:
    """Borders to cross from a home to every space, over any terrain."""
    neighbours: dict[str, list[str]] = {}
    borders = scope.frames.frame("borders").select(pl.col("space_a", "space_b").cast(pl.String))
    for a, b in borders.rows():
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    found = dict.fromkeys(start, 0)
    queue = deque(start)
    while queue:
        here = queue.popleft()
        for there in neighbours.get(here, ()):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found
