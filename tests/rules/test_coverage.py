"""How the rules that tests name are counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a.analysis.rulebook import coverage, named_in
from a4a.cli import main
from a4a.core.errors import A4AError


def test_ids_are_found_in_names_of_tests_and_in_markers(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(
        "import pytest\n"
        '@pytest.mark.rule("AA-MOV-001", "AA-MOV-002")\n'
        "def test_AA_MOV_012_a_move() -> None:\n"
        '    """AA-MOV-900"""\n'
        "def helper_AA_MOV_901() -> None: ...\n"
    )
    assert sorted(named_in(path)) == ["AA-MOV-001", "AA-MOV-002", "AA-MOV-012"]


def test_a_tests_name_may_leave_out_what_further_ids_share_with_the_first(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(
        "def test_WE_INV_001_003_ZOC_033_034_in_1942_all(): ...\n"
        "def test_WE_SEQ_001_AA_MOV_002_004_1942(): ...\n"
    )
    assert sorted(named_in(path)) == [
        "AA-MOV-002", "AA-MOV-004", "WE-INV-001", "WE-INV-003", "WE-SEQ-001", "WE-ZOC-033",
        "WE-ZOC-034",
    ]  # fmt: skip


def test_rules_are_named_excused_missing_or_unknown(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text("def test_AA_PUR_001_AA_XXX_001() -> None: ...")
    (tmp_path / "docs" / "rulings.md").write_text(
        "AA-PUR-003\n## Rules that no test names\nAA-PUR-002: why\n## Other\nAA-PUR-004\n"
    )
    found = coverage("europe1940", tmp_path)
    assert found.named == ("AA-PUR-001",)
    assert found.excused == ("AA-PUR-002",)
    assert {"AA-PUR-003", "AA-PUR-004"} <= set(found.missing)
    assert found.unknown == ("AA-XXX-001",)
    assert f"{found.total} rules, 1 named by tests" in str(found)


def test_rules_of_a_book_of_numbered_sections_are_counted_by_chapter(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = coverage("war_in_europe", project)
    assert found.unknown == ()
    assert list(found.sections)[:3] == ["1", "2", "3"]
    assert sum(total for _, total in found.sections.values()) == found.total
    assert sum(named for named, _ in found.sections.values()) == len(found.named)
    assert coverage("europe1940", project).sections == {}
    monkeypatch.chdir(project)
    assert main(["rules", "--coverage", "--system", "war_in_europe", "WE-NONE"]) == 0
    named, total = found.sections["2"]
    assert f"  section 2: {named} of {total}" in capsys.readouterr().out.splitlines()


def test_coverage_needs_a_source_tree(tmp_path: Path) -> None:
    with pytest.raises(A4AError, match="source tree"):
        coverage("europe1940", tmp_path)


def test_tests_name_only_rules_there_are(project: Path) -> None:
    assert coverage("europe1940", project).unknown == ()


def test_the_command_lists_rules_by_the_beginning_of_their_ids(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "aa-pur-00"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9
    assert lines[6].startswith("AA-PUR-007  Removing one point of facility damage costs 1 IPC.")
    assert main(["rules", "AA-ZZZ"]) == 1
    assert "no rule of europe1940 begins with 'AA-ZZZ'" in capsys.readouterr().err


def test_the_command_prints_the_count(
    capsys: pytest.CaptureFixture[str], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    assert main(["rules", "--coverage"]) == 0
    assert "rules, " in capsys.readouterr().out.splitlines()[0]
