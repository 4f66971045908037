"""The folders that a dataset is read from: those that come with a4a, its parents, its overrides."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from a4a.boards.about import About, read_about
from a4a.boards.stamps import Stamp, mark
from a4a.core.errors import DatasetError

_MOST_BYTES = 16_000_000


def root() -> Path:
    """The folder of the datasets that come with a4a, in a source tree as in an installed package.

    Raises
    ------
    DatasetError
        If the datasets are in neither place.
    """
    package, folders = _places(__file__)
    for folder in folders:
        if folder.is_dir():
            return folder
    raise DatasetError(
        f"no datasets in {package} or beside it: the installation of a4a is incomplete"
    )


@lru_cache(maxsize=2)
def _places(module: str) -> tuple[Path, tuple[Path, Path]]:
    """The package that a module of this folder is in, and where its datasets can be."""
    package = Path(module).resolve().parent.parent
    return package, (package / "datasets", package.parent / "datasets")


def available() -> tuple[str, ...]:
    """Names of the datasets that come with a4a.

    Examples
    --------
    >>> available()
    ('deluxe3g40', 'europe1940', 'global1940', 'war_in_europe', 'wargame1942')
    """
    return tuple(sorted(path.parent.name for path in root().glob("*/dataset.toml")))


def maps() -> tuple[Path, ...]:
    """Folders of the maps that come with a4a: boards of games that it knows no rules of.

    A map is a dataset of spaces, borders and geometry alone. Saves of its game are drawn by it.

    Examples
    --------
    >>> [folder.name for folder in maps()]
    ['anniversary1941', 'revised1942', 'second_edition1942']
    """
    return tuple(sorted(path.parent for path in root().glob("maps/*/dataset.toml")))


def folder_of(name: str | Path) -> Path:
    """The folder of a dataset, given by its name or as a path to the folder.

    Raises
    ------
    DatasetError
        If there is no such dataset.
    """
    if isinstance(name, str) and _comes_with_a4a(name):
        return root() / name
    path = Path(name)
    if (path / "dataset.toml").is_file():
        return path
    raise DatasetError(
        f"no dataset {str(name)!r}: expected one of {', '.join(available())}, "
        "or a folder with a dataset.toml"
    )


def _comes_with_a4a(name: str) -> bool:
    """Whether a dataset of this name comes with a4a: `available`, for one of them."""
    plain = name.replace("_", "").isalnum()
    return plain and (root() / name / "dataset.toml").is_file()


def layers(name: str | Path, overrides: str | Path | None = None) -> tuple[Path, ...]:
    """The folders a dataset is read from: its furthest parent first, overrides last.

    Raises
    ------
    DatasetError
        If a dataset or folder is not there, or a dataset is its own ancestor.
    """
    chain = [folder_of(name)]
    while parent := about_of(chain[0]).parent:
        folder = _parent_of(chain[0], parent)
        if folder.resolve() in [f.resolve() for f in chain]:
            raise DatasetError(f"{chain[0] / 'dataset.toml'}: {parent!r} is its own parent")
        chain.insert(0, folder)
    if overrides is not None:
        folder = Path(overrides)
        if not folder.is_dir():
            raise DatasetError(f"no folder of overrides {str(overrides)!r}")
        chain.append(folder)
    return tuple(chain)


def _parent_of(folder: Path, parent: str) -> Path:
    """The folder of a dataset's parent: one that comes with a4a, or one at a relative path."""
    if _comes_with_a4a(parent):
        return root() / parent
    beside = folder / parent
    if not (beside / "dataset.toml").is_file():
        raise DatasetError(
            f"{folder.name}/dataset.toml: no parent {parent!r}: expected one of "
            f"{', '.join(available())}, or the way from there to a folder with a dataset.toml"
        )
    return beside


def about_of(folder: Path) -> About:
    """What the ``dataset.toml`` of a folder says; an empty `About` where there is none."""
    path = folder / "dataset.toml"
    return _about(path, mark(path)) if path.is_file() else About()


@lru_cache(maxsize=64)
def _about(path: Path, file: Stamp) -> About:
    del file  # A changed file makes another key.
    return read_about(path, content_of(path))


def content_of(path: Path) -> str:
    """Return a file's text; DatasetError if it is not UTF-8, or too large for a table."""
    size = path.stat().st_size
    if size > _MOST_BYTES:
        raise DatasetError(f"{path}: {size} bytes, more than a dataset's {_MOST_BYTES}")
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DatasetError(f"{path}: not UTF-8 text (byte {error.start})") from None
