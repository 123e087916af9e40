from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .position import Move, Position
from .tables_format import TableFile
from .tables_plan import Family

DATA: Path

def numbers_of(head: bytes, blocks: bytes) -> list[int]: ...

@dataclass(frozen=True)
class Answer:
    value: int
    distance: int | None
    ruled: int

class Tables:
    family: Family
    problems: list[str]
    files: list[TableFile]
    def __init__(
        self,
        game: str,
        folders: Iterable[Path | str],
        pieces: int = ...,
        draw_rules: str = ...,
    ) -> None: ...
    @property
    def pieces(self) -> int: ...
    @property
    def game(self) -> str: ...
    def answer(self, position: Position) -> Answer | None: ...
    def moves(self, position: Position) -> list[tuple[Move, Answer | None]]: ...
    def best_moves(self, position: Position) -> list[Move]: ...
    def speed(self, positions: Sequence[Position]) -> float: ...

def preference(entry: tuple[Move, Answer | None]) -> tuple[int, int, int]: ...
