"""Predicates of what is written: answers to questions, and prose that a teacher reads."""

from __future__ import annotations

from a4a.core.english import count_of
from a4a.core.errors import A4AError
from a4a.lessons.moment import Moment
from a4a.lessons.predicate import Finding, Predicate


class Answered(Predicate, frozen=True, tag="answered"):
    """Questions of the exercise are answered right.

    Parameters
    ----------
    questions
        Their ids; all questions if none are given.
    """

    questions: tuple[str, ...] = ()

    def judge(self, moment: Moment) -> Finding:
        """Say which of them are."""
        known = {question.id: question for question in moment.questions}
        if strange := set(self.questions) - set(known):
            raise A4AError(
                f"there is no question {min(strange)[:80]!r}; there are {', '.join(known)}"
            )
        asked = [known[name] for name in self.questions or known]
        parts = tuple(question.judge(moment) for question in asked)
        met = [part.met for part in parts]
        right = met.count(True)
        return Finding(
            goal=self.name,
            asked=f"answer {count_of(len(parts), 'question')} right",
            met=False if False in met else None if None in met else True,
            why=f"{right} of {len(parts)} are right",
            reached=float(right),
            wanted=float(len(parts)),
            measure="count",
            parts=parts,
        )


class Written(Predicate, frozen=True, tag="written"):
    """Something is written, which a teacher reads with a rubric at hand.

    Parameters
    ----------
    question
        The id of the question whose answer it is.
    words
        How many words it has at least.
    """

    question: str
    words: int = 1

    def judge(self, moment: Moment) -> Finding:
        """Fail while too little is written; it stays open until somebody has read it."""
        text = str(moment.answers.get(self.question, ""))
        number = len(text.split())
        enough = number >= self.words
        return Finding(
            goal=self.name,
            asked=f"write {count_of(self.words, 'word')} or more",
            met=None if enough else False,
            why="your teacher reads it" if enough else f"there are {count_of(number, 'word')}",
            reached=float(number),
            wanted=float(self.words),
            measure="count",
        )
