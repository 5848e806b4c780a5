"""The students of the sample class: the submission of each, and the expected result."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SOLVERS = {"Python": "solver.py", "C": "solver.c", "Perl": "solver.pl"}


@dataclass(frozen=True)
class Edit:
    """A small change of a program's text."""

    old: str
    new: str

    def apply(self, text: str) -> str:
        """The changed text; the old snippet must stand in it exactly once."""
        assert text.count(self.old) == 1, self
        return text.replace(self.old, self.new)


@dataclass(frozen=True, kw_only=True)
class Student:
    """A submission: its language, what it is, and the expected result."""

    language: str
    what: str
    status: str
    """The expected status of every case, except those in `lucky`."""
    diagnosis: str | None = None
    """The name of the expected misconception."""
    lucky: tuple[str, ...] = ()
    """The cases in which a wrong program writes a right trace all the same."""
    hostile: str = ""
    """The program's file in hostile/; else it is the language's solver."""
    edit: Edit | None = None
    """The change in the program."""
    packed: str = ""
    """`.zip` or `.tar.gz` if it was handed in as an archive."""

    @property
    def source(self) -> Path:
        return HERE / "hostile" / self.hostile if self.hostile else HERE / "solvers" / SOLVERS[self.language]

    @property
    def program(self) -> str:
        """The text of the program."""
        text = self.source.read_text("utf-8")
        return self.edit.apply(text) if self.edit else text


def right(language: str, what: str, *, packed: str = "") -> Student:
    return Student(language=language, what=what, status="right", packed=packed)


def wrong(
    language: str, diagnosis: str, old: str, new: str, *, lucky: tuple[str, ...] = ("last-man",), packed: str = ""
) -> Student:
    """The right program of that language with one mistake."""
    return Student(
        language=language,
        what=f"right but for one edit: {diagnosis}",
        status="wrong",
        diagnosis=diagnosis,
        lucky=lucky,
        edit=Edit(old, new),
        packed=packed,
    )


def hostile(file: str, what: str, status: str) -> Student:
    language = "C" if file.endswith(".c") else "Python"
    return Student(language=language, what=what, status=status, hostile=file)


ROSTER = {
    "ada": right("Python", "right: reading order, fail-soft, the assignment's layout"),
    "bo": right("C", "right: from the last square to the first, fail-hard", packed=".zip"),
    "cyd": right("Perl", "right: column by column, the handout's layout"),
    "dee": wrong("Python", "optional-jumps", "return jumps or steps", "return jumps + steps", lucky=()),
    "eli": wrong("Python", "kings-count-one", '"k": 2, "B": -1, "K": -2', '"k": 1, "B": -1, "K": -1'),
    "fay": wrong(
        "Python",
        "last-of-equals",
        "value > best_value if alice else value < best_value",
        "value >= best_value if alice else value <= best_value",
        lucky=("chase", "last-man", "long-fight", "two-boards"),
        packed=".zip",
    ),
    "gus": wrong("Python", "strict-cut", "if alpha >= beta:", "if alpha > beta:"),
    "hal": wrong("C", "men-move-backwards", "int ways = is_king ? 4 : 2;", "int ways = is_king ? 4 : 4;"),
    "ida": wrong(
        "C",
        "no-crowning",
        "if (ROW(move.to) == far_row)\n",
        "if (ROW(move.to) == far_row && piece == PIECES[side][1])\n",
        lucky=("chase", "last-man", "two-boards"),
        packed=".tar.gz",
    ),
    "jon": wrong("C", "one-ply-less", "#define PLIES 4", "#define PLIES 3", lucky=("chase", "last-man")),
    "kim": wrong(
        "C",
        "h-from-bills-side",
        "return count_pieces(board, ALICE, 2) - count_pieces(board, BILL, 2);",
        "return count_pieces(board, BILL, 2) - count_pieces(board, ALICE, 2);",
        lucky=("chase", "last-man"),
    ),
    "lou": wrong("Perl", "fresh-windows", "$ply + 1, $alpha, $beta);", "$ply + 1, -$INF, $INF);"),
    "mia": wrong(
        "Perl",
        "window-before-update",
        """\
        $alpha = $best if $alice  && $best > $alpha;
        $beta  = $best if !$alice && $best < $beta;
        my $window = window($alpha, $beta);
""",
        """\
        my $window = window($alpha, $beta);
        $alpha = $best if $alice  && $best > $alpha;
        $beta  = $best if !$alice && $best < $beta;
""",
    ),
    "ned": wrong("Perl", "column-first", "int($_[0] / 8), $_[0] % 8 }", "$_[0] % 8, int($_[0] / 8) }", lucky=()),
    "oda": wrong("Perl", "h-of-the-parent", "$value = material($child)", "$value = material($board)", packed=".zip"),
    "pia": wrong(
        "Python",
        "blocked-is-evaluated",
        "return -INF if alice else INF",
        "return material(board)",
        lucky=("chase", "crowning", "last-man", "two-boards"),
    ),
    "quin": hostile("endless.py", "never ends", "time limit"),
    "rex": hostile("forks.py", "forks without end", "process limit"),
    "tess": hostile("prints.py", "prints 1 GB", "output limit"),
    "ugo": hostile("takes_memory.py", "takes all memory", "memory limit"),
    "xia": hostile("stays.py", "right, but leaves a process behind", "right"),
    "yan": hostile("crashes.c", "crashes", "crashed with signal 11"),
    "zoe": hostile("gives_up.py", "gives up with an exit code", "exit code 3"),
    "abe": hostile("silent.py", "writes nothing", "wrote nothing"),
    "bea": hostile("unfinished.c", "does not compile", "does not build"),
}
"""The submissions by the name of the student."""
