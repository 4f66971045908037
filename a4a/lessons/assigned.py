"""What a chapter of a study asks for: its moves to be guessed, or an exercise to be solved."""

from __future__ import annotations

from pathlib import Path

from a4a.core.errors import A4AError
from a4a.core.study import Study
from a4a.lessons.attempt import Attempt, attempt
from a4a.lessons.guess import Guess, guess_within
from a4a.lessons.reading import shipped


def assigned(study: Study, chapter: int) -> Guess | Attempt:
    """Begin what a chapter asks for.

    Parameters
    ----------
    study
        The study. An exercise that does not come with a4a lies in a folder beside its file.
    chapter
        The id of the chapter.

    Returns
    -------
    Guess or Attempt
        As `a4a.solve` takes it.

    Raises
    ------
    A4AError
        If the chapter is only read, nothing is decided in it, or there is no such exercise.

    Examples
    --------
    >>> import a4a
    >>> study = a4a.Study("The war in the west")
    >>> record = a4a.game("war_in_europe_1939_1941")
    >>> chapter = study.add(record, title="Poland", start=23, end=60, mode="guess")
    >>> assigned(study, chapter.id).title
    'Italy, Germany, round 1, Axis Combat'
    >>> _ = study.edit(chapter.id, mode="exercise", exercise="europe-1940-france")
    >>> assigned(study, chapter.id).window.title
    'Send what it takes'
    """
    chosen = study.chapter(chapter)
    if chosen.mode == "guess":
        return guess_within(study.record(chapter), study.stretch(chapter))
    if chosen.mode == "exercise":
        return attempt(_place(study, chosen.exercise))
    raise A4AError(f"chapter {chapter} {chosen.title!r} is only read: give it another mode")


def _place(study: Study, name: str) -> str | Path:
    """Where an exercise is."""
    if name in shipped():
        return name
    return (study.file.parent if study.file is not None else Path()) / name
