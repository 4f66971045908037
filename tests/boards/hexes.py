"""A board of seventeen hexes and a box, with named counters, to test what only such boards have."""

from __future__ import annotations

from pathlib import Path

from a4a.boards.grid import neighbours

SPACES = """\
name,kind,place,region,value,original_controller,start_controller,capital_of,city,terrain,features,impassable,aliases,source
1806,sea,,,,,,,,,,,,derived
1906,sea,Heligoland Bight,,,,,,,,,,,derived
2006,coast,Hamburg,Germany,1,Germany,Germany,,Hamburg,clear,port; production,,,rulebook
2106,coast,Rostock,Germany,0,Germany,Germany,,,clear,port,,,derived
1807,coast,Calais,France,0,France,France,,,clear,port,,,derived
1907,coast,Antwerp,Belgium,0,Belgium,Belgium,Belgium,,marsh,port,,Anvers,derived
2007,land,,Germany,0,Germany,Germany,,,forest,,,,derived
2107,land,Berlin,Germany,1,Germany,Germany,Germany,Berlin,clear,production,,,rulebook
1808,land,Paris,France,1,France,France,France,Paris,clear,production,,,rulebook
1908,land,,France,0,France,France,,,rough,,,,derived
2008,land,,Germany,0,Germany,Germany,,,rough,,,,derived
2108,land,Warsaw,Poland,0,Poland,Poland,Poland,,clear,,,,rulebook
1809,land,,France,0,France,France,,,clear,,,,derived
1909,land,,Switzerland,0,Switzerland,Switzerland,Switzerland,,mountain,,1,,derived
2009,land,,Germany,0,Germany,Germany,,,mountain,,,,derived
2109,land,,Poland,0,Poland,Poland,,,clear,,,,derived
Atlantic,box,,,,,,,,,,,,rulebook
"""
POWERS = """\
name,adjective,side,playable,statuses,source
France,French,Allies,1,,rulebook
Germany,German,Axis,1,at war; mobilized,rulebook
Poland,Polish,,,,rulebook
Belgium,Belgian,,,,rulebook
Switzerland,Swiss,,,,rulebook
"""
UNITS = """\
name,category,attack,defense,move,cost,upgrade,hits,transport_cost,transport_capacity,carrier_cost,carrier_capacity,bombard,source
armor,land,4,4,6,4,2,2,1,0,0,0,0,reconstructed
infantry,land,2,2,3,2,1,2,1,0,0,0,0,reconstructed
fort,land,4,4,0,1,1,2,0,0,0,0,0,reconstructed
air unit,air,4,4,3,3,1,2,1,0,0,0,0,reconstructed
surface fleet,sea,3,3,45,5,2,2,0,1,0,0,0,reconstructed
"""
COUNTERS = """\
power,name,unit,combat,reduced,asw,reduced_asw,move,aliases,source
France,1 armor,armor,4,2,,,5,1st armor,reconstructed
France,2 infantry,infantry,3,1,,,3,,reconstructed
France,3 infantry,infantry,3,1,,,3,,reconstructed
France,4 infantry,infantry,3,1,,,3,,reconstructed
France,Maginot fort,fort,4,2,,,,Maginot,reconstructed
France,fleet,surface fleet,3,1,1,0,45,,reconstructed
Germany,1 infantry,infantry,4,2,,,3,,reconstructed
Germany,2 infantry,infantry,4,2,,,3,,reconstructed
Germany,1 air,air unit,4,2,,,3,,reconstructed
Germany,surface fleet,surface fleet,3,1,,,45,,reconstructed
Germany,2 armor,armor,6,3,,,6,,reconstructed
Poland,infantry,infantry,2,1,,,3,,reconstructed
Belgium,infantry,infantry,2,,,,3,,reconstructed
"""
DEPLOYMENT = """\
power,counter,space,holding,turn,reduced,area,rule,source
France,Maginot fort,1908,,,,,WE-SET-007,rulebook
France,1 armor,1808,,,1,France,WE-SET-008,reconstructed
France,2 infantry,1809,,,1,France,WE-SET-008,reconstructed
France,3 infantry,1908,,,1,France,WE-SET-008,reconstructed
France,fleet,1807,,,1,,WE-SET-011,rulebook
France,4 infantry,,force pool,,,,WE-SET-012,rulebook
Germany,1 infantry,2007,,,,Germany,WE-SET-037,reconstructed
Germany,2 infantry,2008,,,,German frontier,WE-SET-036,reconstructed
Germany,1 air,2107,,,,Germany,WE-SET-037,reconstructed
Germany,surface fleet,2006,,,1,German ports,WE-SET-038,reconstructed
Germany,2 armor,,turn track,2,,,WE-SET-006,reconstructed
Poland,infantry,2109,,,1,Poland,WE-SET-043,reconstructed
Belgium,infantry,1907,,,,,WE-SET-043,derived
"""
RELATIONS = "power_a,power_b,relation,source\nFrance,Germany,war,rulebook\n"
TREASURIES = """\
name,power,resource,amount,source
France,France,point,0,rulebook
Germany,Germany,point,0,rulebook
"""
PRICES = "unit,power,cost,upgrade,source\ninfantry,Belgium,1,3,reconstructed\n"
TRACK = """\
turn,season,year,lend_lease,note,source
1,Autumn,1939,0,,reconstructed
2,Winter,1940,2,Snow,reconstructed
"""
PRINTED = """\
space,place,features,region,section,source
2006,Hamburg,port,Germany,3.2,rulebook
1808,Paris,,France,2.1,rulebook
2108,Warsaw,,Poland,2.8,rulebook
2008,Warsaw,,,9.1,rulebook
"""
CONTRADICTIONS = """\
what,place,reading_a,section_a,reading_b,section_b,holds,ruling,source
Where is Warsaw?,Warsaw,2108,2.8,2008,9.1,2108,R-001,rulebook
"""
ABOUT = """\
name = "hexes"
title = "Hexes"
dice_sides = 6
currency = "point"
source = "house"

[grid]
low_columns = "even"
source = "house"
[grid.fit]
north = 51.5
parallels = [40.0, 60.0]
"""
RIVER = ("2007", "2008")


def kind_of_side(a: str, b: str, kinds: dict[str, str]) -> str:
    """What the side between two hexes is."""
    if {a, b} == set(RIVER):
        return "river"
    here = {kinds[a], kinds[b]}
    return "sea" if "sea" in here else "coast" if here == {"coast"} else "land"


def borders() -> str:
    """Every side of two hexes beside each other, and the way into the box."""
    lines = ["space_a,space_b,kind,name,cost,source"]
    kinds = dict(line.split(",")[:2] for line in SPACES.splitlines()[1:])
    for a in kinds:
        for b in neighbours(a, "even") if a != "Atlantic" else ():
            if a < b and b in kinds:
                kind = kind_of_side(a, b, kinds)
                lines.append(f"{a},{b},{kind},{'Weser' if kind == 'river' else ''},,derived")
    lines.append("1806,Atlantic,box,,30,rulebook")
    return "\n".join(lines) + "\n"


def write(folder: Path) -> Path:
    """Write the dataset into a folder that is not there yet."""
    folder.mkdir()
    tables = {
        "spaces": SPACES, "borders": borders(), "powers": POWERS, "units": UNITS,
        "counters": COUNTERS, "deployment": DEPLOYMENT,
        "relations": RELATIONS, "treasuries": TREASURIES, "prices": PRICES, "track": TRACK,
        "printed": PRINTED, "contradictions": CONTRADICTIONS,
    }  # fmt: skip
    for name, content in tables.items():
        (folder / f"{name}.csv").write_text(content, encoding="utf-8")
    (folder / "dataset.toml").write_text(ABOUT, encoding="utf-8")
    return folder
