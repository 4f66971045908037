"""What units declare for a battle of The War Game can be picked in the battle lab."""

from __future__ import annotations

import a4a
from a4a.odds.retreat import AfterRounds, UnitsLeft
from a4a.widgets.battle_lab import BattleLab

OURS, THEIRS = {"infantry": 3, "bomber": 2}, {"infantry": 2, "artillery": 2}


def lab() -> BattleLab:
    return BattleLab(a4a.battle("wargame1942", attacker=OURS, defender=THEIRS))


def test_declarations_are_rows_in_the_battles_in_which_they_matter() -> None:
    found = {row["name"]: row["kinds"] for row in lab().offered["rows"] if row["declared"]}
    assert found["bomber (guns)"] == ["land", "sea", "amphibious"]
    assert found["artillery (against land)"] == ["land", "amphibious"]
    assert found["battleship (preemptive)"] == ["sea"]
    assert not any(row["declared"] for row in BattleLab("global1940").offered["rows"])


def test_what_is_declared_counts_as_in_a_battle_that_is_asked_for() -> None:
    picked = lab()
    plain = picked.outcome
    picked.pick("attacker", "bomber", 1)
    picked.pick("attacker", "bomber", 1, declared="guns")
    picked.pick("defender", "artillery", 1)
    picked.pick("defender", "artillery", 1, declared="against land")
    asked = a4a.battle(
        "wargame1942", attacker=OURS, defender=THEIRS,
        attacker_declares={"guns": {"bomber": 1}},
        defender_declares={"against land": {"artillery": 1}},
    )  # fmt: skip
    assert picked.outcome.attacker_wins == asked.odds().attacker_wins != plain.attacker_wins
    names = [name for name, *_ in picked.answer["kinds"]["attacker"]]
    assert names == ["infantry", "bomber", "bomber (guns)"]


def test_a_lab_of_a_battle_with_declarations_has_the_units_without_them() -> None:
    """They had no row, as if all of their type declared what one of them does."""
    asked = a4a.battle("wargame1942", attacker=OURS, defender=THEIRS,
                       attacker_declares={"guns": {"bomber": 2}})  # fmt: skip
    rows = [row["name"] for row in BattleLab(asked).offered["rows"] if row["role"] == "attacker"]
    assert rows.count("bomber") == rows.count("bomber (guns)") == 1


def test_a_game_without_the_option_has_no_preemptive_battleships_to_pick() -> None:
    """WG-BUB-001: they are an option, which a game has or has not."""
    for options, kinds in ((None, []), ({"preemptive battleships": True}, [])):
        game = a4a.new_game("wargame1942", options=options)
        rows = BattleLab(game).offered["rows"]
        assert [r["kinds"] for r in rows if r["declared"] == "preemptive"] == kinds
        assert any(r["declared"] == "guns" for r in rows)


def test_the_retreat_of_the_defender_is_picked_where_a_game_has_it() -> None:
    picked = lab()
    assert "defender_retreat" in picked.offered["terms"]
    assert "defender_retreat" not in BattleLab("global1940").offered["terms"]
    for name, limit, policy in (("rounds", 2, AfterRounds(2)), ("units", 1, UnitsLeft(1))):
        asked = a4a.battle("wargame1942", attacker=OURS, defender=THEIRS, defender_retreat=policy)
        picked.setup = {**picked.setup, "defender_retreat": name, "defender_limit": limit}
        assert picked.outcome.defender_wins == asked.odds().defender_wins
        assert picked.outcome.retreats("defender") == asked.odds().retreats("defender") > 0
        shown = BattleLab(asked)
        assert (shown.setup["defender_retreat"], shown.setup["defender_limit"]) == (name, limit)
        assert shown.outcome.swing == asked.odds().swing
    picked.work_out()
    assert "stays" in picked.more["advice"]["why"]
    assert not picked.answer["fault"]


def test_a_part_that_stays_when_the_rest_retreats_is_typed() -> None:
    policies = {"retreat": UnitsLeft(2), "defender_retreat": AfterRounds(1)}
    stay = {"attacker_stays": {"infantry": 1}, "defender_stays": "1 inf"}
    asked = a4a.battle("wargame1942", attacker=OURS, defender=THEIRS, **policies, **stay)
    picked = lab()
    picked.setup = {
        **picked.setup, "retreat": "units", "limit": 2, "defender_retreat": "rounds",
        "defender_limit": 1, "attacker_stays": "1 infantry", "defender_stays": "1 inf",
    }  # fmt: skip
    whole = a4a.battle("wargame1942", attacker=OURS, defender=THEIRS, **policies).odds()
    assert picked.outcome.swing == asked.odds().swing != whole.swing
    shown = BattleLab(asked)
    assert [shown.setup[name] for name in stay] == ["1 infantry", "1 inf"]
    assert shown.outcome.swing == asked.odds().swing
    assert "infantry (staying)" in shown.answer["orders"]["attacker"]
    turned = shown.answer["orders"]["attacker"][::-1]
    shown.setup = {**shown.setup, "orders": {**shown.setup["orders"], "attacker": turned}}
    assert not shown.answer["fault"]
    assert [name for name in shown.answer["orders"]["attacker"] if "(" not in name] == [
        name for name in turned if "(" not in name
    ]
    shown.setup = {**shown.setup, "attacker_stays": "9 infantry"}
    assert "not so many 'infantry'" in shown.answer["fault"]
    shown.setup = {**shown.setup, "retreat": "never", "defender_retreat": "never"}
    assert not shown.answer["fault"]


def test_what_a_lab_cannot_show_of_a_retreat_is_refused() -> None:
    picked = lab()
    picked.setup = {**picked.setup, "defender_retreat": "strafe"}
    assert "defender_retreat is" in picked.answer["fault"]


def test_drops_and_crossings_are_rows_where_the_rules_know_them() -> None:
    rows = lab().offered["rows"]
    found = {
        r["name"]: r["kinds"] for r in rows if r["duty"] == "dropping" or "across" in r["name"]
    }
    assert found["bomber (dropping)"] == found["infantry (dropping)"] == ["land", "amphibious"]
    assert found["armor (across harsh terrain)"] == ["land", "amphibious"]
    assert not {name for name in found if name.startswith(("fighter", "general", "destroyer"))}
    assert {r["across"] for r in rows if "across" in r["name"]} == {"across harsh terrain"}
    assert not any(r["unit"] == "general" and r["duty"] in ("bombarding", "dropping") for r in rows)
    assert {kind for r in rows if r["name"] == "general (landing)" for kind in r["kinds"]} == {
        "amphibious"
    }
    others = BattleLab("global1940").offered["rows"]
    assert not any(r["duty"] == "dropping" or "across" in r["name"] for r in others)


def test_drops_and_crossings_that_are_picked_are_those_of_a_battle_that_is_asked_for() -> None:
    plain = a4a.battle("wargame1942", attacker={"armor": 3, "infantry": 2, "bomber": 1},
                       defender=THEIRS)  # fmt: skip
    asked = a4a.battle(
        "wargame1942", attacker={"armor": 3, "infantry": 2, "bomber": 1}, defender=THEIRS,
        across={"harsh": {"armor": 2}}, dropping={"infantry": 2, "bomber": 1},
    )  # fmt: skip
    picked = BattleLab(plain)
    wanted = {"armor": 1, "armor (across harsh terrain)": 2, "infantry (dropping)": 2,
              "bomber (dropping)": 1}  # fmt: skip
    counts = [
        wanted.get(r["name"], 0) if r["role"] == "attacker" else n
        for r, n in zip(picked.offered["rows"], picked.setup["counts"], strict=True)
    ]
    picked.setup = {**picked.setup, "counts": counts}
    assert picked.outcome.attacker_wins == asked.odds().attacker_wins != plain.odds().attacker_wins
    assert BattleLab(asked).outcome.swing == asked.odds().swing
    typed = BattleLab(plain)
    typed.type("attacker", "2 armor")
    assert [n for n in typed.setup["counts"] if n] == [2, 2, 2]
