"""Names: found by name, alias or loose spelling; missed with the nearest names offered."""

from __future__ import annotations

import pytest

from a4a.boards import load
from a4a.core.board import Space
from a4a.core.errors import A4AError, DatasetError
from a4a.core.names import NameIndex, plain
from tests.core.small import BOARD, CATALOG


def index(*spaces: Space) -> NameIndex[Space]:
    return NameIndex(spaces, kind="space")


@pytest.mark.parametrize(
    "name",
    ["Holland/Belgium", "holland/belgium", "Holland Belgium", "HOLLAND - BELGIUM"],
)
def test_case_and_punctuation_do_not_matter(name: str) -> None:
    assert BOARD.space(name).name == "Holland/Belgium"


@pytest.mark.parametrize("name", ["95 Sea Zone", "95 sea zone", "sea zone 95"])
def test_an_alias_finds_the_space(name: str) -> None:
    assert BOARD.space(name).name == "sea zone 95"


def test_a_near_miss_is_told_the_nearest_names() -> None:
    with pytest.raises(A4AError, match=r"no space 'Sicilly'; did you mean 'Sicily'\?"):
        BOARD.space("Sicilly")
    with pytest.raises(A4AError, match=r"no power 'Itali'; did you mean 'Italy'\?"):
        CATALOG.power("Itali")
    with pytest.raises(A4AError, match=r"no unit type 'figter'; did you mean 'fighter'\?"):
        CATALOG.unit_type("figter")


def test_two_near_names_are_both_offered() -> None:
    with pytest.raises(A4AError, match=r"'sea zone 9[56]' or 'sea zone 9[56]'"):
        BOARD.space("sea zone 9")


def test_a_name_like_no_other_gets_no_hint() -> None:
    with pytest.raises(A4AError, match=r"^no space 'Xyzzyqwertz'$"):
        BOARD.space("Xyzzyqwertz")


def test_a_miss_with_a_very_long_name_is_quick_and_short() -> None:
    with pytest.raises(A4AError) as caught:
        BOARD.space("sea zone " * 100_000)
    assert len(str(caught.value)) < 500


def test_find_returns_none_for_an_unknown_name() -> None:
    assert BOARD.find("Atlantis") is None
    assert CATALOG.find_power("Atlantis") is None
    assert CATALOG.find_unit_type("trireme") is None


def test_two_things_of_one_name_are_refused() -> None:
    with pytest.raises(DatasetError, match="two spaces are named 'Malta'"):
        index(Space(name="Malta", kind="land"), Space(name="Malta", kind="sea"))


def test_an_alias_of_two_things_is_refused() -> None:
    with pytest.raises(DatasetError, match="'Melita' means two spaces: 'Malta' and 'Gozo'"):
        index(
            Space(name="Malta", kind="land", aliases=("Melita",)),
            Space(name="Gozo", kind="land", aliases=("Melita",)),
        )


def test_an_alias_that_is_anothers_name_is_refused() -> None:
    with pytest.raises(DatasetError, match="'Gozo' means two spaces"):
        index(Space(name="Gozo", kind="land"), Space(name="Malta", kind="land", aliases=("Gozo",)))


def test_a_loose_spelling_that_two_share_finds_neither_but_their_names_do() -> None:
    both = index(Space(name="St. Helena", kind="land"), Space(name="St Helena", kind="sea"))
    assert both.get("st helena") is None
    assert both.find("St. Helena").kind == "land"
    assert both.find("St Helena").kind == "sea"


def test_an_alias_may_repeat_its_own_name() -> None:
    assert index(Space(name="Malta", kind="land", aliases=("Malta",))).find("Malta")


def test_names_come_in_order_and_without_aliases() -> None:
    assert index(*BOARD.spaces).names == tuple(space.name for space in BOARD.spaces)


def test_plain_keeps_letters_and_digits() -> None:
    assert plain("  Sea-Zone #96 ") == "sea zone 96"


@pytest.mark.parametrize("name", [3, None, ["Malta"]])
def test_what_is_no_text_names_nothing(name: object) -> None:
    with pytest.raises(A4AError, match="is no space: give its name as text"):
        index(*BOARD.spaces).find(name)  # type: ignore[arg-type]


def test_a_power_is_called_with_the_article_its_dataset_gives_it() -> None:
    catalog = load("global1940").catalog
    said = {power.name: catalog.called(power.name) for power in catalog.powers}
    assert {name for name, called in said.items() if called == name} == {
        "Germany", "Japan", "China", "Italy", "ANZAC", "France", "Mongolia",
    }  # fmt: skip
    assert said["Soviet Union"] == "the Soviet Union"
    assert said["Strict neutrals"] == "the strict neutrals"
    assert catalog.called("UK Europe") == "UK Europe"  # a treasury is not its power
    assert catalog.called("Atlantis") == "Atlantis"
