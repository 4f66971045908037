"""Other programs read a library, a Dask cluster adds to it, and so does the terminal."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest

import a4a
from a4a.boards.folders import root
from a4a.cli import main
from a4a.libraries.library import Library
from a4a.libraries.workers import working


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
                    "europe1940", games=1, into=lib, players="random", rounds=1, workers=workers
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
    assert main(["library", "refresh", lib]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "0 read again"


def test_the_terminal_plays_with_options_and_from_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lib = a4a.library(tmp_path / "lib")
    played = ["--into", str(lib.folder), "--games", "1", "--players", "random", "--rounds", "1"]
    played += ["--workers", "1"]
    system = ["play", "--system", "europe1940", "--option", "low luck", *played]
    assert main([*system, "--option", "tech=off"]) == 1
    assert "no option 'tech'" in capsys.readouterr().err
    assert main(system) == 0
    assert '"low luck":true' in lib.games.collect()["options"].item()
    game = root() / "games" / "wargame1942_midway.a4a"
    assert main(["play", "--game", str(game), "--node", "0", *played]) == 0
    assert set(lib.games.collect()["system"]) == {"europe1940", "wargame1942"}


def test_processes_are_begun_with_a_thread_each_and_this_one_stays_as_it_is() -> None:
    with working(2, 2) as (executor, count):
        assert executor.submit(os.getenv, "POLARS_MAX_THREADS").result() == "1"
    assert (count, os.getenv("POLARS_MAX_THREADS")) == (2, None)
