"""Fitting the evaluation: the weights with which the h of the leaves come out, if small whole ones do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import mul, neg, sub
from typing import Any

from checkers_ab.core.kit import Linear
from checkers_ab.core.mistake import Mistake
from checkers_ab.core.values import OPEN
from checkers_ab.judge.evidence import Evidence, follow
from checkers_ab.judge.findings import Wording
from checkers_ab.judge.follow import Replay
from checkers_ab.judge.rows import RowReplay, RowWording
from checkers_ab.judge.windows import AnyModel, OpenNode

FITTED = "evaluation:"
"""The names of these mistakes begin so."""
LARGEST_WEIGHT = 20
FEWEST_LEAVES = 3
Equation = tuple[tuple[int, ...], Any]


def fitted_mistakes(models: Iterable[AnyModel], evidence: Sequence[Evidence], wording: Wording) -> list[Mistake]:
    """Evaluations with wrong weights, each of which gives the h of all leaves to a program of one of the models."""
    linear = wording.kit.linear
    if linear is None or not wording.log.follows:
        return []
    found: dict[tuple[int, ...], Mistake] = {}
    for model in models:
        rows = {row for one in evidence for row in _sample(model, one, wording, linear)}
        whole = all(isinstance(h, int | Fraction) for _, h in rows)
        weights = fit(rows, linear) if whole and len(rows) >= FEWEST_LEAVES else None
        if weights is not None and weights != linear.right and weights not in found:
            found[weights] = _mistake(weights, linear)
    return list(found.values())


def _mistake(weights: tuple[int, ...], linear: Linear[Any]) -> Mistake:
    return Mistake(
        name=f"{FITTED}{linear.name_of(weights)}",
        part="evaluation",
        clause=linear.clause_of(weights),
        fix=linear.fix,
        rule=22,
        variants=lambda right: (
            replace(right, evaluate=lambda _, state: sum(map(mul, weights, linear.features(state)))),
        ),
    )


class _Sampler(Replay):
    """Believes every h of a trace, and keeps what it stands for."""

    linear: Linear[Any]
    rows: list[Equation]

    def _other_h(self, node: OpenNode, event: Any, h: Any, move: Any, child: Any, value: Any) -> Any:
        if h is None or h in OPEN or self._utility(child) is not None:
            return super()._other_h(node, event, h, move, child, value)
        self.rows.append((self.linear.features(child), h))
        return h


class _RowSampler(_Sampler, RowReplay):
    """The same for a log in rows."""


def _sample(model: AnyModel, evidence: Evidence, wording: Wording, linear: Linear[Any]) -> list[Equation]:
    """The features and the h of the leaves of a trace, as far as a program with this model would have written it."""
    sampler = _RowSampler if isinstance(wording, RowWording) else _Sampler
    replay = sampler(evidence.state, replace(model, h="any"), wording)
    replay.linear, replay.rows = linear, []
    follow(replay, evidence)
    return replay.rows


def fit(rows: Iterable[Equation], linear: Linear[Any]) -> tuple[int, ...] | None:
    """Small whole weights with which every row comes out; those of both sides alike, if such do."""
    listed = list(rows)
    even = [(tuple(map(sub, counts[:2], counts[2:])), h) for counts, h in listed]
    half = _solve(even, linear.right[:2])
    return _solve(listed, linear.right) if half is None else (*half, *map(neg, half))


def _solve(rows: list[Equation], usual: Sequence[int]) -> tuple[int, ...] | None:
    """Whole weights for all rows; where the rows leave one open it is the usual one. None if there are none."""
    pivots: list[tuple[int, list[Fraction]]] = []
    for features, h in rows:
        row = [*map(Fraction, features), Fraction(h)]
        for place, pivot in pivots:
            row = _less(row, row[place], pivot)
        lead = next((place for place, entry in enumerate(row[:-1]) if entry), None)
        if lead is None:
            if row[-1]:
                return None
            continue
        row = [entry / row[lead] for entry in row]
        pivots = [(place, _less(pivot, pivot[lead], row)) for place, pivot in pivots]
        pivots.append((lead, row))
    weights = [*map(Fraction, usual)]
    free = {*range(len(usual))} - {place for place, _ in pivots}
    for place, pivot in pivots:
        weights[place] = pivot[-1] - sum(pivot[other] * weights[other] for other in free)
    if any(weight.denominator != 1 or abs(weight) > LARGEST_WEIGHT for weight in weights):
        return None
    return tuple(map(int, weights))


def _less(row: list[Fraction], factor: Fraction, other: list[Fraction]) -> list[Fraction]:
    """A row less a multiple of another."""
    return [mine - factor * theirs for mine, theirs in zip(row, other, strict=True)] if factor else row
