"""Reading PDN: a stream of text into games, one at a time (rules.md 6.2).

The reader knows no rules. It never raises for what stands in a file: what it cannot read becomes a
`Problem` of the game with line and column, and reading goes on.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from .pdn_lines import Lines, Source
from .pdn_model import PdnGame, PdnMove, Problem, Variation

MOST_PROBLEMS = 20      # kept for one game: a file that is no PDN must not fill the memory
LOOK_AHEAD = 500        # lines searched for the end of a comment that has braces inside
LOOKS = 20              # such searches in vain in one game, to bound the time
DEEPEST = 100           # variations within variations

_BLANK = r"[ \t\u00a0]*"
_SEPARATOR = rf"(?:{_BLANK}[-:xX\u00d7\u2013]{_BLANK}|\*)"
_NAME = r"[a-nA-N][0-9]{1,2}"
# A result is a whole word. Numbers with 0 are no squares, and nothing moves from 1 to 1.
_RESULT = (rf"(?:1/2{_BLANK}-{_BLANK}1/2|\u00bd-\u00bd|[0-9]{{1,2}}{_BLANK}-{_BLANK}0|"
           rf"0{_BLANK}-{_BLANK}[0-9]{{1,2}}|1{_BLANK}-{_BLANK}1|\*)(?![\w/-])")
_MOVE = (rf"(?!{_RESULT})(?:{_NAME}(?:{_SEPARATOR}?{_NAME})+|"
         rf"[0-9]{{1,2}}(?:{_SEPARATOR}[0-9]{{1,2}})+|[0-9]{{4}}(?!\.)|"
         r"[a-hA-H](?:[-:xX]?[a-hA-H][1-8])+)(?![\w/])")
_MARKS = r"[!?]+|\([!?]+\)"
_TOKEN = re.compile(
    rf"\s*(?:(?P<result>{_RESULT})"
    rf"|(?:[0-9]{{1,4}}{_BLANK}\.[ \t.\u00a0]*)?(?P<move>{_MOVE})"
    rf"(?P<marks>(?:{_MARKS}|\*(?![^\s!?)]))*)"
    rf"|(?P<number>[0-9]{{1,4}}{_BLANK}\.[ \t.\u00a0]*|[0-9]{{1,3}}(?!\S)|[.\u2026]+)"
    r"|(?P<open>\{)|(?P<close>\})|(?P<line>;)|(?P<tag>\[)"
    rf"|(?P<strength>{_MARKS})|(?P<begin>\()|(?P<end>\))|\$(?P<nag>[0-9]{{1,6}})"
    r"|(?P<setup>/\s*FEN\s*\"[^\"]*\"\s*/?)|(?P<null>-+(?!\S))"
    r"|(?P<junk>[^\s{}();\[]+|.)|(?P<nothing>$))")
_TAG = re.compile(r'\[\s*(\w*)\s*(?:"((?:[^"\\]|\\.)*)"\s*)?\]')
_TAG_START = re.compile(r'\s*\w*\s*["\]]')
_TAG_LINE = re.compile(r'\s*\[\s*\w+\s+"')
_TEN_POINTS = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")


def read_games(source: Source) -> Iterator[PdnGame]:
    """The games of a text or binary stream, or of an iterable of lines, in order.

    Only one game is in memory at a time. The stream is neither rewound nor closed.
    """
    return _Reader(Lines(source)).games()


def read_file(path: str | os.PathLike[str]) -> Iterator[PdnGame]:
    """The games of a file. OSError if it cannot be opened."""
    with open(path, "rb") as stream:
        yield from read_games(stream)


class _Reader:
    """The state of reading: the game in hand and where in it we are."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.blank = True           # the last line was blank
        self.begin_game()

    def begin_game(self) -> None:
        self.game = PdnGame(line=self.lines.number + 1)
        self.ended = False          # the result has been read
        self.mark = ""              # the result read at the end
        self.tag_result = ""
        self.setup: str | None = None
        self.null: Problem | None = None
        self.looks = 0
        main = Variation(self.game.moves, self.game.comments)
        self.open: list[Variation] = [main]     # the variations we are in; the main line first

    def games(self) -> Iterator[PdnGame]:
        while (line := self.lines.next()) is not None:
            if line.startswith("%"):
                continue
            yield from self.read_line(line)
            self.blank = not line.strip()
        if game := self.finish():
            yield game

    def read_line(self, line: str) -> Iterator[PdnGame]:
        position = 0
        match_token = _TOKEN.match
        while True:
            match = match_token(line, position)
            assert match is not None
            position = match.end()
            kind = match.lastgroup
            if kind == "nothing":
                return
            if kind == "tag":
                after_moves = bool(self.game.moves) or self.ended
                if after_moves and not _TAG_START.match(line, position):
                    self.problem(position - 1, "cannot read '['")
                    continue
                starts_game = after_moves or self.repeats_tag(line, position)
            else:
                starts_game = self.ended and kind in ("marks", "number", "setup")
            if starts_game:
                if game := self.finish():
                    yield game
                self.game.line = self.lines.number
            if kind == "marks":
                self.add_move(match)
            elif kind == "number":
                pass
            elif kind == "tag":
                position = self.read_tag(line, position - 1)
            elif kind == "open":
                line, position = self.read_comment(line, position)
            elif kind == "line":
                self.add_comment(line[position:])
                return
            else:
                self.add(kind or "", match)

    def add(self, kind: str, match: re.Match[str]) -> None:
        """The rarer tokens."""
        text = match[kind]
        current = self.open[-1]
        if kind == "result":
            if len(self.open) == 1 and not self.ended:
                self.mark = re.sub(r"\s", "", text).replace("\u00bd", "1/2")
                self.ended = True
        elif kind == "strength":
            if current.moves:
                current.moves[-1].marks += text
        elif kind == "nag":
            if current.moves:
                current.moves[-1].nags.append(int(text))
        elif kind == "begin":
            variation = Variation()
            if not current.moves:
                self.problem(match.start(kind), "variation before the first move")
            elif len(self.open) > DEEPEST:
                self.problem(match.start(kind), "variations are nested too deep")
            else:
                current.moves[-1].variations.append(variation)
            self.open.append(variation)
        elif kind == "end":
            if len(self.open) > 1:
                self.open.pop()
            else:
                self.problem(match.start(kind), "')' without '('")
        elif kind == "setup":
            self.setup = text.split('"')[1]
        elif kind == "null":
            # Dashes in place of a move: harmless at the end, a gap before another move.
            column = match.start(kind) + 1
            self.null = self.null or Problem(self.lines.number, column, "no move given")
        elif kind == "junk":
            self.problem(match.start(kind), f"cannot read {text[:40]!r}")
        # A stray closing brace ends a comment that was nested: nothing to do.

    def add_move(self, match: re.Match[str]) -> None:
        text = match["move"]
        if " " in text or "\t" in text or not text.isascii():
            text = re.sub(r"\s", "", text).replace("\u00d7", "x").replace("\u2013", "-")
        if self.null:
            self.note(self.null)
            self.null = None
        self.open[-1].moves.append(PdnMove(text, match["marks"], setup=self.setup,
                                           line=self.lines.number, column=match.start("move") + 1))
        self.setup = None

    def add_comment(self, text: str) -> None:
        if text := " ".join(text.split()):
            current = self.open[-1]
            (current.moves[-1].comments if current.moves else current.comments).append(text)

    # Tags.

    def repeats_tag(self, line: str, position: int) -> bool:
        """Whether a tag after a blank line is there already: the game before had no moves."""
        name = re.match(r"\s*(\w*)", line[position:])
        return self.blank and name is not None and name[1] in (*self.game.tags, *self.result_name())

    def result_name(self) -> tuple[str, ...]:
        return ("Result",) if self.tag_result else ()

    def read_tag(self, line: str, start: int) -> int:
        """Read the tag that begins at `start`; return where it ends."""
        match = _TAG.match(line, start)
        if match:
            name, value, end = match[1], match[2] or "", match.end()
        else:
            # A quote or bracket is missing or one too many: take what is between the outer ones.
            name, _, rest = line[start + 1:].strip().partition(" ")
            value = rest.strip().removesuffix("]").strip().removeprefix('"').removesuffix('"')
            end = len(line)
            self.problem(start, f"tag {name[:40]!r} is not well formed")
        name = re.sub(r"\W", "", name)
        value = re.sub(r'\\(["\\])', r"\1", value)
        if name == "Result":
            self.tag_result = value.strip()
        elif name:
            self.game.tags[name] = value
        return end

    # Comments.

    def read_comment(self, line: str, start: int) -> tuple[str, int]:
        """Read a comment in braces; return the line it ends in and the offset behind it.

        Braces do not nest in the standard, but in files they do. So the comment ends at the first
        closing brace, unless there are opening ones before and all of them are closed in this game.
        """
        opened = self.lines.number, start
        first = line.find("}", start)
        simple = first >= 0 and line.find("{", start, first) < 0
        wanted = 1 if simple or self.looks == LOOKS else self.balanced(line, start)
        parts: list[str] = []
        blank = False
        while True:
            end = line.find("}", start)
            while end >= 0 and wanted > 1:
                wanted -= 1
                end = line.find("}", end + 1)
            if end >= 0:
                self.add_comment("\n".join([*parts, line[start:end]]))
                return line, end + 1
            parts.append(line[start:])
            following = self.lines.peek(0)
            if following is None or (_TAG_LINE.match(following) and (
                    blank or _TAG_LINE.match(self.lines.peek(1) or ""))):
                self.note(Problem(opened[0], opened[1], "comment is not closed"))
                self.add_comment("\n".join(parts))
                return line, len(line)
            blank = not following.strip()
            line, start = self.lines.next() or "", 0

    def balanced(self, line: str, start: int) -> int:
        """Closing braces that belong to a comment from `start` on; 1 unless it is nested."""
        depth, closed, ahead = 1, 0, 0
        text: str | None = line[start:]
        while text is not None and ahead < LOOK_AHEAD:
            for brace in re.findall("[{}]", text):
                if brace == "{":
                    depth += 1
                    continue
                depth, closed = depth - 1, closed + 1
                if not depth:
                    return closed
            text = self.lines.peek(ahead)
            ahead += 1
            if text is not None and _TAG_LINE.match(text):
                break
        self.looks += 1
        return 1

    # Ends and problems.

    def finish(self) -> PdnGame | None:
        """The game in hand if there is one; the next begins."""
        game = self.game
        if not (game.tags or game.moves or self.ended or self.tag_result):
            return None
        if len(self.open) > 1:
            self.note(Problem(self.lines.number, 1, "variation is not closed"))
        if not self.mark and game.moves and is_ten_points(game.moves[-1].text) \
                and game.moves[-1].text == self.tag_result:
            self.mark = game.moves.pop().text
            game.score = True
        game.result = self.mark
        if game.result in ("", "*"):
            game.result = self.tag_result or "*"
        self.begin_game()
        return game

    def problem(self, offset: int, message: str) -> None:
        self.note(Problem(self.lines.number, offset + 1, message))

    def note(self, problem: Problem) -> None:
        if len(self.game.problems) < MOST_PROBLEMS:
            self.game.problems.append(problem)


def is_ten_points(text: str) -> bool:
    """Whether a word could be the score of a game worth ten points, such as ``4-6``."""
    match = _TEN_POINTS.fullmatch(text)
    return match is not None and int(match[1]) + int(match[2]) == 10
