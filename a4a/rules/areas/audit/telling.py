"""Findings in words: a refusal of the kernel told as a judgement."""

from __future__ import annotations

from a4a.core.errors import RuleViolation
from a4a.rules.judgement import Judgement, Severity, Topic


def refused(
    violation: RuleViolation,
    topic: Topic,
    *,
    power: str,
    spaces: tuple[str, ...] = (),
    difference: int | None = None,
    severity: Severity = "illegal",
    cites: str = "",
    event: int = 0,
) -> Judgement:
    """Tell as a judgement why the kernel would have refused what was done."""
    says = violation.why
    if violation.allowed:
        says = f"{says}; allowed: {violation.allowed}"
    return Judgement(
        topic=topic,
        severity=severity,
        rule=violation.rule,
        what=violation.tried,
        says=says,
        power=power,
        spaces=spaces,
        difference=difference,
        cites=cites,
        event=event,
    )
