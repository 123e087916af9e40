"""Positions and moves for Python: immutable values around the structs of the compiled core."""

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memset

from .types cimport (BLACK, BY_KING, CLAUSES, COUNTERS, CROWNS, LOST, MOVES, TIED, WHITE,
                     Game, Men, Move as CMove, Path, Position as CPosition, same_move)

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from .games import kernel_of, rules as find_rules
from .rules import ANY, CAPTURE, FIRST_KING, LAST_PIECE, MAN_MOVE
from .weights import TERMS, weights_of

cdef extern from *:
    """
    #ifndef BOLSHAK_FLAGS
    #define BOLSHAK_FLAGS ""
    #endif
    """
    const char* COMPILER "__VERSION__"
    const char* FLAGS "BOLSHAK_FLAGS"

SIDES = ("W", "B")
cdef int PATHS = 4096               # paths of one position, at most


def build_info() -> dict[str, str]:
    """How the compiled core was built: compiler and flags."""
    return {"compiler": COMPILER.decode(), "flags": FLAGS.decode()}


@dataclass(frozen=True)
class Result:
    """How a game ended. winner: "W", "B" or None for a draw; reason in words."""

    winner: str | None
    reason: str

    def __str__(self) -> str:
        return f"{'draw' if self.winner is None else 'win'}: {self.reason}"


cdef class Variant:
    """One game under one reading of the draw rules ("federation" or "lidraughts")."""

    def __init__(self, str name, str draw_rules):
        rules = find_rules(name)
        kernel = import_module(f"bolshak.kernels.{kernel_of(rules)}")
        self.game_record = (<Game*>PyCapsule_GetPointer(kernel.game(), "bolshak.Game"))[0]
        self.game = &self.game_record
        self.rules = rules
        self.board = rules.board
        self.draw_rules = draw_rules
        self.clauses = rules.clauses(draw_rules)
        self.bits = self.board.bits
        memset(self.numbers, 0, sizeof(self.numbers))
        for bit, number in self.board.numbers.items():
            self.numbers[<int>bit] = number
        self.game.inverted = rules.inverted
        self.game.repetition = rules.repetition
        self.fill_clauses()
        for i, weight in enumerate(weights_of(rules)):
            self.game.weight[<int>i] = weight
        self.game.places = <int16_t*>malloc(self.game.places_size * sizeof(int16_t))
        if self.game.places == NULL:
            raise MemoryError
        self.game.prepare(self.game)

    def __dealloc__(self):
        free(self.game_record.places)

    cdef fill_clauses(self):
        assert len(self.clauses) <= CLAUSES
        self.game.clauses = len(self.clauses)
        self.game.counted_without_kings = 0
        for i, clause in enumerate(self.clauses):
            assert clause.counter < COUNTERS
            target = &self.game.clause[<int>i]
            target.pattern = clause.when
            target.low, target.high = clause.pieces
            target.limit = clause.limit
            target.reset = clause.reset
            target.counter = clause.counter
            target.row = clause.row
            target.paused = clause.paused
            if clause.when == ANY and not clause.reset & MAN_MOVE:
                self.game.counted_without_kings = 1

    cdef Move wrap(self, const CMove* raw):
        cdef Move move = Move.__new__(Move)
        move.raw = raw[0]
        move.raw.score = 0
        move.variant = self
        move.origin = self.numbers[raw.origin]
        move.target = self.numbers[raw.target]
        return move


@lru_cache(maxsize=None)
def variant_of(name: str, draw_rules: str = "federation"):
    """The shared Variant of a game; UnknownGame or ValueError if there is none."""
    if draw_rules not in ("federation", "lidraughts"):
        raise ValueError(f"unknown reading of the draw rules {draw_rules!r}")
    return Variant(name, draw_rules)


cdef class Move:
    """A legal move: origin, target (square numbers) and the set of captured squares.

    Two paths with the same three are one move. Made by `Position.legal_moves`.
    """

    def __init__(self):
        raise TypeError("moves come from Position.legal_moves()")

    @property
    def captured(self) -> tuple:
        """Numbers of the captured squares, ascending; () for a quiet move."""
        cdef uint64_t bits
        cdef int half, bit
        found = []
        for half in range(2):
            bits = self.raw.captured[half]
            for bit in range(64):
                if bits >> bit & 1:
                    found.append(self.variant.numbers[64 * half + bit])
        return tuple(sorted(found))

    @property
    def king(self) -> bool:
        """Whether the moving piece was a king before the move."""
        return self.raw.flags & BY_KING != 0

    @property
    def crowns(self) -> bool:
        """Whether a man becomes a king by this move."""
        return self.raw.flags & CROWNS != 0

    @property
    def quiet(self) -> bool:
        """Whether nothing is captured."""
        return self.raw.taken == 0

    def __eq__(self, other):
        if not isinstance(other, Move):
            return NotImplemented
        cdef Move move = other
        return same_move(&self.raw, &move.raw) and self.variant.rules is move.variant.rules

    def __hash__(self):
        return hash((self.raw.origin, self.raw.target, self.raw.captured[0],
                     self.raw.captured[1], self.raw.flags))

    def __repr__(self):
        captured = "".join(f"x{number}" for number in self.captured)
        return f"<Move {self.origin}-{self.target}{captured}{'=K' if self.crowns else ''}>"


cdef Position wrap_position(Variant variant, const CPosition* data):
    cdef Position position = Position.__new__(Position)
    position.variant = variant
    position.data = data[0]
    return position


cdef class Position:
    """A position of one game, with its draw counters but without its history."""

    def __init__(self, game="russian", fen=None, *, draw_rules="federation"):
        from .notation import parse_fen
        cdef Variant variant = variant_of(game, draw_rules)
        setup = parse_fen(variant.rules, variant.rules.start if fen is None else fen)
        self.fill(variant, setup.side, setup.white_men, setup.white_kings, setup.black_men,
                  setup.black_kings, setup.halfmoves, setup.king_moves, False)

    @staticmethod
    def from_pieces(game, side, white_men=(), white_kings=(), black_men=(), black_kings=(), *,
                    halfmoves=0, king_moves=((0, 0), (0, 0)), draw_rules="federation",
                    crowning_rows=False):
        """A position from lists of square numbers.

        side: "W" or "B" to move. halfmoves: plies of king moves, seeds that draw counter.
        king_moves: Frisian, (number of moves, square of the king) of White and of Black.
        crowning_rows: allow men on their own crowning row. ValueError for such a man otherwise,
        for a square off the board or named twice, and for more pieces of a side than fit.
        """
        cdef Position position = Position.__new__(Position)
        position.fill(variant_of(game, draw_rules), side, white_men, white_kings, black_men,
                      black_kings, halfmoves, king_moves, crowning_rows)
        return position

    cdef fill(self, Variant variant, side, white_men, white_kings, black_men, black_kings,
              halfmoves, king_moves, crowning_rows):
        cdef Men men
        cdef uint8_t[2] shuffles
        cdef uint8_t[2] shuffler
        cdef int index, bit
        memset(&men, 0, sizeof(Men))
        if side not in SIDES:
            raise ValueError(f"side to move must be 'W' or 'B', not {side!r}")
        seen = set()
        for index, (pieces, kings) in enumerate(((white_men, white_kings),
                                                 (black_men, black_kings))):
            pieces, kings = tuple(pieces), tuple(kings)
            if len(pieces) + len(kings) > variant.rules.most_pieces:
                raise ValueError(f"{len(pieces) + len(kings)} pieces of a side, "
                                 f"more than {variant.rules.most_pieces}")
            far = variant.board.far_row(SIDES[index])
            for number in pieces + kings:
                if not 1 <= number <= variant.board.squares:
                    raise ValueError(f"no square {number}")
                if number in seen:
                    raise ValueError(f"square {number} is named twice")
                seen.add(number)
            for number in pieces:
                if number in far and not crowning_rows:
                    raise ValueError(f"a man on its crowning row: {number}")
            for number in pieces + kings:
                bit = variant.bits[number]
                men.pieces[index][bit >> 6] |= <uint64_t>1 << (bit & 63)
            for number in kings:
                bit = variant.bits[number]
                men.kings[bit >> 6] |= <uint64_t>1 << (bit & 63)
            number_of_moves, square = king_moves[index]
            limit = variant.rules.king_limit
            shuffles[index] = min(max(number_of_moves, 0), limit) if square in kings else 0
            shuffler[index] = variant.bits[square] if shuffles[index] else 0
            if not pieces:
                shuffles[index] = shuffler[index] = 0
        self.variant = variant
        variant.game.setup(variant.game, &self.data, &men, SIDES.index(side),
                           max(halfmoves, 0), shuffles, shuffler)

    @property
    def game(self) -> str:
        """Name of the game."""
        return self.variant.rules.name

    @property
    def rules(self):
        """The rule record."""
        return self.variant.rules

    @property
    def board(self):
        """The board: square numbers and names."""
        return self.variant.board

    @property
    def draw_rules(self) -> str:
        """Reading of the draw rules."""
        return self.variant.draw_rules

    @property
    def side(self) -> str:
        """Side to move, "W" or "B"."""
        return SIDES[self.data.side]

    cdef tuple squares(self, int side, bint kings):
        cdef Men men
        cdef uint8_t[2] shuffles
        cdef uint8_t[2] shuffler
        cdef uint64_t bits
        cdef int half, bit
        self.variant.game.read(&self.data, &men, shuffles, shuffler)
        found = []
        for half in range(2):
            bits = men.pieces[side][half]
            bits &= men.kings[half] if kings else ~men.kings[half]
            for bit in range(64):
                if bits >> bit & 1:
                    found.append(self.variant.numbers[64 * half + bit])
        return tuple(sorted(found))

    @property
    def white_men(self) -> tuple:
        """Square numbers, ascending; likewise the other three."""
        return self.squares(WHITE, False)

    @property
    def white_kings(self) -> tuple:
        return self.squares(WHITE, True)

    @property
    def black_men(self) -> tuple:
        return self.squares(BLACK, False)

    @property
    def black_kings(self) -> tuple:
        return self.squares(BLACK, True)

    def piece_at(self, int number) -> str:
        """"w", "W", "b", "B" (capital: king) or "" for an empty square."""
        cdef Men men
        cdef uint8_t[2] shuffles
        cdef uint8_t[2] shuffler
        cdef int bit
        if not 1 <= number <= self.variant.board.squares:
            raise ValueError(f"no square {number}")
        bit = self.variant.bits[number]
        self.variant.game.read(&self.data, &men, shuffles, shuffler)
        for side, letter in enumerate("wb"):
            if men.pieces[<int>side][bit >> 6] >> (bit & 63) & 1:
                return letter.upper() if men.kings[bit >> 6] >> (bit & 63) & 1 else letter
        return ""

    @property
    def key(self) -> int:
        """Zobrist key, 64 bits; the same on every machine."""
        return self.data.key

    @property
    def pieces(self) -> int:
        """Pieces of both sides."""
        return (self.data.men[WHITE] + self.data.men[BLACK]
                + self.data.kings[WHITE] + self.data.kings[BLACK])

    @property
    def quiet_plies(self) -> int:
        """Plies since the last one that cannot be taken back, up to 255."""
        return self.data.quiet

    @property
    def halfmoves(self) -> int:
        """Plies of king moves since the last capture or man move, as FEN writes them (H); 0 in
        games that do not count them."""
        for clause in self.variant.clauses:
            if clause.reset == CAPTURE | MAN_MOVE:
                return self.data.counters[clause.counter]
        return 0

    @property
    def king_moves(self) -> tuple:
        """Frisian: (number of king moves in a row, square of that king) of White and Black."""
        cdef Men men
        cdef uint8_t[2] shuffles
        cdef uint8_t[2] shuffler
        self.variant.game.read(&self.data, &men, shuffles, shuffler)
        return tuple((shuffles[i], self.variant.numbers[shuffler[i]] if shuffles[i] else 0)
                     for i in range(2))

    @property
    def counters(self) -> dict:
        """Running draw clauses: reason -> (plies so far, limit in plies)."""
        running = {}
        for clause in self.variant.clauses:
            plies = self.data.counters[clause.counter]
            if plies and clause.reason:
                running[clause.reason] = (plies, clause.limit)
        return running

    def legal_moves(self) -> list:
        """The distinct legal moves, draw rules ignored; an empty list if there is none."""
        cdef CMove[MOVES] moves
        cdef int i
        cdef int n = self.variant.game.generate(self.variant.game, &self.data, moves)
        return [self.variant.wrap(&moves[i]) for i in range(n)]

    def paths(self, Move move not None) -> list:
        """Every path of a move, as legs (victim, landing) in order.

        Where the piece runs straight on, the landing is the square directly behind the victim.
        A quiet move has the one leg (0, target). At most 4,096 paths of a position are looked at.
        """
        return self.all_paths().get(move, [])

    def all_paths(self) -> dict:
        """The paths of every legal move, see `paths`."""
        cdef Path* found = <Path*>malloc(PATHS * sizeof(Path))
        cdef int n, i, leg
        if found == NULL:
            raise MemoryError
        try:
            n = self.variant.game.paths(self.variant.game, &self.data, found, PATHS)
            result = {}
            for i in range(n):
                move = self.variant.wrap(&found[i].move)
                legs = tuple([(self.variant.numbers[found[i].victims[leg]],
                               self.variant.numbers[found[i].landings[leg]])
                              for leg in range(found[i].length)])
                result.setdefault(move, []).append(legs or ((0, move.target),))
            return result
        finally:
            free(found)

    def play(self, Move move not None) -> Position:
        """The position after a legal move; ValueError if the move is not legal here."""
        cdef CMove[MOVES] moves
        cdef CPosition after
        cdef int i
        cdef int n = self.variant.game.generate(self.variant.game, &self.data, moves)
        for i in range(n):
            if same_move(&moves[i], &move.raw):
                memset(&after, 0, sizeof(after))
                self.variant.game.make(self.variant.game, &self.data, &moves[i], &after)
                return wrap_position(self.variant, &after)
        raise ValueError(f"{move!r} is not legal here")

    def can_capture(self, side: str) -> bool:
        """Whether side "W" or "B" could capture something if it were to move."""
        return self.variant.game.can_capture(&self.data, SIDES.index(side))

    def verdict(self):
        """Result if the game is over here by the position alone (repetition is the game's)."""
        cdef CMove[MOVES] moves
        cdef int outcome
        if self.variant.game.generate(self.variant.game, &self.data, moves) == 0:
            outcome = self.variant.game.verdict(self.variant.game, &self.data)
            winner = None if outcome == TIED else SIDES[self.data.side ^ (outcome == LOST)]
            return Result(winner, self.reason_of_end())
        if self.data.drawn:
            return Result(None, self.variant.clauses[self.data.drawn - 1].reason)
        return None

    def reason_of_end(self) -> str:
        ending = self.variant.rules.ending
        kings = self.data.kings[WHITE] + self.data.kings[BLACK]
        if ending == FIRST_KING and kings:
            return "first king"
        if ending == LAST_PIECE:
            for side in range(2):
                if self.data.men[<int>side] + self.data.kings[<int>side] == 1:
                    return "one piece left"
        if self.data.men[self.data.side] + self.data.kings[self.data.side] == 0:
            return "no piece left"
        return "no legal move"

    def perft(self, int depth, turns=False) -> int:
        """Leaf nodes after `depth` plies; turns: tell captures by path (rules.md 1.4)."""
        cdef int stop = 0
        cdef uint64_t nodes
        cdef bint by_turns = turns
        with nogil:
            nodes = self.variant.game.perft(self.variant.game, &self.data, depth, by_turns, &stop)
        return nodes

    def divide(self, int depth, turns=False) -> list:
        """(move, leaf nodes below it) for every legal move, at depth 1 or more."""
        return [(move, self.play(move).perft(depth - 1, turns)) for move in self.legal_moves()]

    def evaluate(self) -> int:
        """Static score in centi-men for the side to move."""
        return self.variant.game.evaluate(self.variant.game, &self.data)

    def terms(self) -> list:
        """What the evaluation is made of: (name, White's features minus Black's, weight)."""
        cdef int[16] values
        self.variant.game.features(&self.data, values)
        return [(name, values[<int>i], self.variant.game.weight[<int>i])
                for i, name in enumerate(TERMS)]

    def fen(self, letters=None) -> str:
        """Canonical FEN; letters: True or False for square names or numbers, None as the game."""
        from .notation import format_fen
        return format_fen(self, letters)

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        cdef Position position = other
        return (self.variant is position.variant and self.data.side == position.data.side
                and memcmp(self.data.board, position.data.board, sizeof(self.data.board)) == 0
                and memcmp(self.data.counters, position.data.counters, COUNTERS) == 0)

    def __hash__(self):
        return hash(self.data.key)

    def __repr__(self):
        return f"<Position {self.variant.rules.name} {self.fen()}>"
