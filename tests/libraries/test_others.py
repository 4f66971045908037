"""Other programs read a library, a Dask cluster adds to it, and so does the terminal."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

import a4a
from a4a.boards.folders import root
from a4a.cli import main
from a4a.libraries.library import Library


def test_duckdb_reads_all_systems_as_one_table(shipped: Library) -> None:
    import duckdb

    files = shipped.folder / "turns" / "**" / "*.parquet"
    query = f"select count(*), count(distinct game) from read_parquet('{files}')"
    assert duckdb.sql(query).fetchall() == [(shipped.turns.collect().height, len(shipped))]


def test_pandas_reads_a_table(shipped: Library) -> None:
    import pandas as pd

    found = pd.read_parquet(shipped.folder / "battles")
    assert len(found) == shipped.battles.collect().height
    assert found["luck"].sum() == pytest.approx(shipped.battles.collect()["luck"].sum())


def test_a_cluster_adds_and_plays_as_processes_do(tmp_path: Path) -> None:
    from distributed import Client, LocalCluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cluster = LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            processes=False,
            dashboard_address=None,
            protocol="tcp://",
            host="127.0.0.1",
        )
        with cluster, Client(cluster) as client:
            executor = client.get_executor()
            there, here = a4a.library(tmp_path / "there"), a4a.library(tmp_path / "here")
            for lib, workers in ((there, executor), (here, 1)):
                lib.add(root() / "games" / "wargame1942_midway.a4a", workers=workers)
                a4a.play(
                    "europe1940", games=2, into=lib, players="random", rounds=1, workers=workers
                )
    assert there.turns.collect().equals(here.turns.collect())


def test_the_terminal_adds_plays_lists_and_opens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lib, out = str(tmp_path / "lib"), tmp_path / "out.a4a"
    bad = tmp_path / "bad.tsvg"
    bad.write_bytes(b"no save")
    game = root() / "games" / "wargame1942_midway.a4a"
    assert main(["library", "add", lib, str(game), str(bad), "--workers", "1"]) == 1
    assert "1 added, 1 cannot be read" in capsys.readouterr().out
    assert main(["library", "list", lib, "--bad"]) == 0
    assert "bad.tsvg: neither a TripleA save" in capsys.readouterr().out
    played = ["--games", "1", "--players", "random", "--rounds", "1", "--workers", "1"]
    assert main(["play", "--system", "europe1940", "--into", lib, *played]) == 0
    capsys.readouterr()
    assert main(["library", "list", lib]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == ["europe1940", "wargame1942"]
    assert main(["library", "open", lib, lines[1][:8], "--out", str(out)]) == 0
    assert a4a.open(out) == a4a.open(game)
