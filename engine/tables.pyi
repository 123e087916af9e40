from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .position import Move, Position
from .tables_format import DISTANCES as DISTANCES
from .tables_format import KINDS as KINDS
from .tables_format import VALUES as VALUES
from .tables_format import VARIES as VARIES
from .tables_format import TableFile
from .tables_plan import MOST_PIECES as MOST_PIECES
from .tables_plan import Family

DATA: Path

def numbers_of(head: bytes, blocks: bytes) -> list[int]: ...

@dataclass(frozen=True)
class Answer:
    value: int
    distance: int | None
    ruled: int | None

class Tables:
    def __new__(
        cls,
        game: str,
        folders: Iterable[Path | str],
        pieces: int = ...,
        draw_rules: str = "federation",
    ) -> Tables: ...
    @property
    def family(self) -> Family: ...
    @property
    def problems(self) -> list[str]: ...
    @property
    def files(self) -> list[TableFile]: ...
    @property
    def pieces(self) -> int: ...
    @property
    def most(self) -> int: ...
    @property
    def game(self) -> str: ...
    def answer(self, position: Position) -> Answer | None: ...
    def moves(self, position: Position) -> list[tuple[Move, Answer | None]]: ...
    def best_moves(self, position: Position) -> list[Move]: ...
    def speed(self, positions: Sequence[Position]) -> float: ...

def preference(entry: tuple[Move, Answer | None]) -> tuple[int, int, int]: ...
