"""Strategic and tactical bombing raids (p. 16-17)."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.events import Rolled
from a4a.rules.areas.orders import Aim, Intercept, Scramble
from tests.rules.areas.battles import Attack, Battle
from tests.rules.areas.positions import ids, one, position

UK, FRANCE, GERMANY, BELGIUM = "United Kingdom", "France", "Germany", "Holland/Belgium"


def raid(
    dice: list[int],
    *,
    defenders: dict[str, int] | None = None,
    attackers: dict[str, int] | None = None,
    escorts: int = 0,
    technologies: dict[str, tuple[str, ...]] | None = None,
    options: tuple[str, ...] = (),
    damage: int = 0,
) -> Battle:
    """German bombers fly from Holland Belgium over the complex and bases of United Kingdom."""
    bombers = attackers or {"strategic bomber": 1}
    game = position(
        units={
            BELGIUM: {GERMANY: {**bombers, **({"fighter": escorts} if escorts else {})}},
            UK: {UK: defenders or {}},
        },
        damage={(UK, "naval base"): damage},
        phase="Combat Move",
        technologies=technologies,
        options=options,
    )
    attack = Attack(game)
    path = (BELGIUM, "sea zone 110", UK)
    attack.send(*path, task="raid", **{k.replace(" ", "_"): n for k, n in bombers.items()})
    if escorts:
        attack.send(*path, task="escort", fighter=escorts)
    return attack.begin(dice)


def aim(battle: Battle, *kinds: str) -> Battle:
    """Assign the raid's bombers, in order, to facilities of these types."""
    decision = battle.game.decision
    assert decision is not None
    assert decision.kind == "targets"
    targets = {
        bomber: one(battle.game, UK, kind)
        for bomber, kind in zip(decision.units, kinds, strict=True)
    }
    return battle.do(Aim(targets))


def damage(battle: Battle, kind: str) -> int:
    return battle.game.state.unit(one(battle.game, UK, kind)).damage


COMPLEX = "major industrial complex"


@pytest.mark.rule("AA-SBR-001", "AA-SBR-021", "AA-SBR-022", "AA-SBR-026", "AA-SBR-027")
def test_a_strategic_bomber_does_its_die_and_2() -> None:
    """The facility fires one die first and hits on a 1."""
    battle = aim(raid([2, 4]), COMPLEX)
    assert damage(battle, COMPLEX) == 6
    assert battle.results() == ["bombed"]
    assert battle.rolls("aa")[0].dice[0].target == 1
    assert battle.asked == ""


@pytest.mark.rule("AA-SBR-022", "AA-SBR-025")
def test_a_bomber_shot_down_does_no_damage() -> None:
    battle = aim(raid([1]), COMPLEX)
    assert damage(battle, COMPLEX) == 0
    assert battle.count(UK, "strategic bomber") == 0
    assert battle.rolls("aa")[0].power == UK
    assert battle.results() == ["defender wins"]


@pytest.mark.rule("AA-SBR-002", "AA-SBR-028", "AA-SBR-020")
def test_tactical_bombers_raid_bases_only() -> None:
    """They do what their die shows, and may not be aimed at a complex."""
    battle = raid([2, 5], attackers={"tactical bomber": 1})
    bomber = ids(battle.game, UK, "tactical bomber")[0]
    with pytest.raises(RuleViolation, match="a tactical bomber cannot raid that") as refused:
        battle.do(Aim({bomber: one(battle.game, UK, COMPLEX)}))
    assert refused.value.rule == "AA-SBR-002"
    aim(battle, "air base")
    assert damage(battle, "air base") == 5


@pytest.mark.rule("AA-SBR-003", "AA-SBR-035", "AA-SBR-031", "AA-SBR-032")
def test_both_kinds_raid_one_base_up_to_its_maximum() -> None:
    """Six points at most, together: what is beyond is thrown away."""
    both = {"tactical bomber": 1, "strategic bomber": 1}
    battle = aim(raid([2, 2, 4, 3], attackers=both), "naval base", "naval base")
    assert damage(battle, "naval base") == 6
    assert "take effect" in battle.rolls("bombing")[0].outcome


@pytest.mark.rule("AA-SBR-029")
def test_a_major_complex_holds_20_points() -> None:
    battle = raid([2, 2, 2, 6, 6, 6], attackers={"strategic bomber": 3})
    aim(battle, *[COMPLEX] * 3)
    assert damage(battle, COMPLEX) == 20


@pytest.mark.rule("AA-SBR-030")
def test_a_minor_complex_holds_6_points() -> None:
    game = position(
        units={"Poland": {GERMANY: {}}, GERMANY: {GERMANY: {"strategic bomber": 2}}},
        relations={(GERMANY, "Soviet Union"): "war"},
        phase="Combat Move",
    )
    game_attack = Attack(game)
    path = (GERMANY, "Poland", "Baltic States", "Novgorod")
    battle = game_attack.send(*path, task="raid", strategic_bomber=2).begin([3, 4, 5, 6])
    complexes = [u for u in game.state.at("Novgorod") if u.type == "minor industrial complex"]
    assert complexes, "the set-up has a minor complex there"
    decision = game.decision
    assert decision is not None
    battle.do(Aim(dict.fromkeys(decision.units, complexes[0].id)))
    assert game.state.unit(complexes[0].id).damage == 6


@pytest.mark.rule("AA-SBR-020", "AA-SBR-021")
def test_bombers_split_between_facilities() -> None:
    """Each facility fires at the bombers that attack it, and at no others."""
    battle = raid([6, 1, 6, 3, 4], attackers={"strategic bomber": 3})
    aim(battle, "air base", "naval base", COMPLEX)
    assert [r.outcome for r in battle.rolls("aa")] == ["air base", COMPLEX, "naval base"]
    assert [len(r.dice) for r in battle.rolls("aa")] == [1, 1, 1]
    assert damage(battle, COMPLEX) == 0
    assert damage(battle, "air base") + damage(battle, "naval base") > 0


@pytest.mark.rule("AA-SBR-019")
def test_every_bomber_left_carries_on() -> None:
    battle = raid([], attackers={"strategic bomber": 2})
    bomber = ids(battle.game, UK, "strategic bomber")[0]
    with pytest.raises(RuleViolation, match="every bomber left must carry on") as refused:
        battle.do(Aim({bomber: one(battle.game, UK, COMPLEX)}))
    assert refused.value.rule == "AA-SBR-019"
    enemy = one(battle.game, GERMANY, COMPLEX)
    with pytest.raises(RuleViolation, match="no facility in the United Kingdom"):
        battle.do(Aim(dict.fromkeys(ids(battle.game, UK, "strategic bomber"), enemy)))
    facility = one(battle.game, UK, COMPLEX)
    bombers = ids(battle.game, UK, "strategic bomber")
    with pytest.raises(RuleViolation, match="is no bomber of this raid"):
        battle.do(Aim(dict.fromkeys((*bombers, facility), facility)))


@pytest.mark.rule("AA-SBR-023")
def test_the_attacker_picks_the_bomber_a_facility_shoots_down() -> None:
    both = {"tactical bomber": 1, "strategic bomber": 1}
    battle = aim(raid([1, 6, 2], attackers=both), "naval base", "naval base")
    assert battle.asked == "casualties"
    decision = battle.game.decision
    assert decision is not None
    assert (decision.powers, decision.rule) == ((GERMANY,), "AA-SBR-023")
    battle.hit(tactical_bomber=1)
    assert battle.count(UK, "strategic bomber") == 1
    assert damage(battle, "naval base") == 4


@pytest.mark.rule("AA-SBR-024")
def test_AAA_units_do_not_fire_on_raids() -> None:
    battle = aim(raid([3, 3], defenders={"AAA": 2, "infantry": 1}), COMPLEX)
    assert [r.dice[0].unit_type for r in battle.rolls("aa")] == [COMPLEX]
    assert battle.count(UK, "infantry") == 1


# --- the air battle -----------------------------------------------------------------------------


@pytest.mark.rule(
    "AA-SBR-006", "AA-SBR-007", "AA-SBR-013", "AA-SBR-015", "AA-SBR-016", "AA-SBR-017"
)
def test_interceptors_fight_one_round_at_1() -> None:
    """Bombers, escorts and interceptors only, each hitting on a 1."""
    battle = raid([2, 2, 3, 3, 2, 4], defenders={"fighter": 2, "infantry": 3}, escorts=1)
    assert battle.asked == "interception"
    decision = battle.game.decision
    assert decision is not None
    assert decision.powers == (UK,)
    assert decision.units == ids(battle.game, UK, "fighter", UK)
    battle.do(Intercept(decision.units))
    rolls = battle.rolls("interception")
    assert [(r.role, len(r.dice)) for r in rolls] == [("attacker", 2), ("defender", 2)]
    assert {d.target for r in rolls for d in r.dice} == {1}
    aim(battle, COMPLEX)
    assert damage(battle, COMPLEX) == 6
    assert len(battle.rolls("interception")) == 2


@pytest.mark.rule("AA-SBR-013", "AA-SBR-006")
def test_no_air_battle_without_interceptors() -> None:
    """To send none is a choice, and it is recorded."""
    battle = raid([2, 4], defenders={"fighter": 1}, escorts=1).do(Intercept())
    aim(battle, COMPLEX)
    assert battle.rolls("interception") == []
    said = [e for e in battle.events(ev.Decided) if isinstance(e, ev.Decided)]
    assert (said[0].kind, said[0].choice) == ("interception", "no")


@pytest.mark.rule("AA-SBR-006", "AA-SBR-004")
def test_only_fighters_in_the_territory_intercept() -> None:
    battle = raid([], defenders={"fighter": 1, "tactical bomber": 1, "strategic bomber": 1})
    for kind in ("tactical bomber", "strategic bomber"):
        unit = ids(battle.game, UK, kind, UK)[0]
        with pytest.raises(
            RuleViolation, match="is no fighter of the United Kingdom in"
        ) as refused:
            battle.do(Intercept((unit,)))
        assert refused.value.rule == "AA-SBR-006"
    fighter = ids(battle.game, UK, "fighter", UK)[0]
    with pytest.raises(RuleViolation, match="named twice"):
        battle.do(Intercept((fighter, fighter)))


@pytest.mark.rule("AA-SBR-034")
def test_each_side_picks_its_losses_and_the_fallen_fire() -> None:
    """The attacker may lose the escort or the bomber; the interceptor hit fires back."""
    battle = raid([1, 2, 1, 2, 4], defenders={"fighter": 1}, escorts=1)
    battle.do(Intercept(ids(battle.game, UK, "fighter", UK)))
    decision = battle.game.decision
    assert decision is not None
    assert (decision.kind, decision.powers) == ("casualties", (GERMANY,))
    assert len(battle.rolls("interception")) == 2
    battle.hit(fighter=1)
    aim(battle, COMPLEX)
    assert battle.count(UK, "fighter") == 0
    assert damage(battle, COMPLEX) == 6


@pytest.mark.rule("AA-SBR-018", "AA-SBR-005")
def test_escorts_draw_no_fire_and_fight_nothing_else() -> None:
    """After the air battle they wait in the territory, even if the ground is attacked too."""
    game = position(
        units={
            BELGIUM: {GERMANY: {"strategic bomber": 1, "fighter": 1}},
            "sea zone 110": {GERMANY: {"transport: infantry, infantry": 1}},
            UK: {UK: {"infantry": 1, "fighter": 1}},
        },
        phase="Combat Move",
    )
    attack = Attack(game)
    path = (BELGIUM, "sea zone 110", UK)
    attack.send(*path, task="raid", strategic_bomber=1)
    attack.send(*path, task="escort", fighter=1)
    attack.land("sea zone 110", UK, "infantry", "infantry")
    battle = attack.begin([2, 4, 6, 6, 1, 1])
    battle.play(until=("targets",))
    aim(battle, "naval base")
    opened = [e for e in battle.events(ev.BattleOpened) if isinstance(e, ev.BattleOpened)]
    assert [e.kind for e in opened] == ["bombing raid", "amphibious"]
    raiders = {u.id for u in game.state.at(UK) if u.owner == GERMANY and u.type != "infantry"}
    landing = {i for p in opened[1].participants for i in p.units}
    assert raiders.isdisjoint(landing)
    assert [len(r.dice) for r in battle.rolls("aa")] == [1]


@pytest.mark.rule("AA-SBR-008", "AA-SBR-009", "AA-SBR-010", "AA-SBR-011", "AA-CMB-001")
def test_interceptors_stay_and_do_not_fight_on_the_ground() -> None:
    """The raid comes first; the fighter that intercepted takes no part in the landing battle.

    Its territory is taken, so it goes to the next one before the attacker moves on.
    """
    game = position(
        units={
            BELGIUM: {GERMANY: {"strategic bomber": 1}},
            "sea zone 110": {GERMANY: {"transport: infantry, tank": 1}},
            UK: {UK: {"infantry": 1, "fighter": 2}},
        },
        phase="Combat Move",
    )
    attack = Attack(game).send(BELGIUM, "sea zone 110", UK, task="raid", strategic_bomber=1)
    attack.land("sea zone 110", UK, "infantry", "tank")
    battle = attack.begin([6, 6, 6, 4, 1, 3, 6, 6])
    battle.play(until=("interception",))
    fighters = ids(game, UK, "fighter", UK)
    battle.do(Intercept(fighters[:1]))
    battle.play(until=("targets",))
    aim(battle, COMPLEX)
    opened = [e for e in battle.events(ev.BattleOpened) if isinstance(e, ev.BattleOpened)]
    defenders = {i for p in opened[1].participants if p.role == "defender" for i in p.units}
    assert fighters[1] in defenders
    assert fighters[0] not in defenders
    assert game.state.control[UK] == GERMANY
    assert fighters[0] in game.state.units
    if game.state.phase == "Noncombat Move" and game.state.unit(fighters[0]).place == UK:
        assert game.decision is not None
        assert game.decision.powers == (UK,)


@pytest.mark.rule("AA-SBR-014")
def test_one_air_battle_a_territory() -> None:
    battle = raid([6, 6, 6, 6, 6, 3, 3], attackers={"strategic bomber": 2},
                  defenders={"fighter": 1})  # fmt: skip
    battle.do(Intercept(ids(battle.game, UK, "fighter", UK)))
    aim(battle, COMPLEX, "air base")
    assert len(battle.rolls("interception")) == 2


@pytest.mark.rule("AA-SBR-012")
def test_scrambles_are_answered_before_interceptions() -> None:
    """R-061: a fighter that has scrambled is no longer there to intercept."""
    game = position(
        units={
            BELGIUM: {GERMANY: {"strategic bomber": 1}},
            "sea zone 112": {GERMANY: {"cruiser": 1}},
            UK: {UK: {"fighter": 1}},
            "sea zone 110": {UK: {"destroyer": 1}},
        },
        phase="Combat Move",
    )
    attack = Attack(game).send(BELGIUM, "sea zone 110", UK, task="raid", strategic_bomber=1)
    attack.send("sea zone 112", "sea zone 111", "sea zone 110", cruiser=1)
    battle = attack.begin([6, 6])
    assert battle.asked == "scramble"
    battle.do(Scramble({ids(game, UK, "fighter", UK)[0]: "sea zone 110"}))
    assert battle.asked == "targets"


# --- technologies -------------------------------------------------------------------------------


@pytest.mark.rule("AA-RND-039")
def test_jet_fighters_hit_on_2_in_the_air_battle() -> None:
    battle = raid([2, 2, 2, 2, 3], defenders={"fighter": 1}, escorts=1, options=("research",),
                  technologies={GERMANY: ("Jet Fighters",)})  # fmt: skip
    battle.do(Intercept(ids(battle.game, UK, "fighter", UK)))
    mine, theirs = battle.rolls("interception")
    assert sorted(d.target for d in mine.dice) == [1, 2]
    assert [d.target for d in theirs.dice] == [1]


@pytest.mark.rule("AA-RND-046")
def test_radar_makes_facilities_hit_on_2() -> None:
    battle = raid([2], options=("research",), technologies={UK: ("Radar",)})
    aim(battle, COMPLEX)
    assert battle.count(UK, "strategic bomber") == 0


@pytest.mark.rule("AA-RND-048", "AA-RND-050")
def test_heavy_bombers_do_the_better_of_two_dice() -> None:
    """In the air battle they have the one value there is, and one die (R-069)."""
    battle = raid([6, 6, 2, 3, 5], defenders={"fighter": 1}, options=("research",),
                  technologies={GERMANY: ("Heavy Bombers",)})  # fmt: skip
    battle.do(Intercept(ids(battle.game, UK, "fighter", UK)))
    assert [len(r.dice) for r in battle.rolls("interception")] == [1, 1]
    aim(battle, COMPLEX)
    bombs = [r for r in battle.rolls("bombing") if isinstance(r, Rolled)]
    assert [d.face for d in bombs[0].dice] == [3, 5]
    assert damage(battle, COMPLEX) == 7
