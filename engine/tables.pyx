"""Endgame tables: perfect play with few pieces.

`Tables` maps the files of one game into memory and answers for positions; the search asks the same
through the C functions of tables_probe.pxd. Everything is constant once it is open, so any number
of threads may ask at the same time.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
from posix.time cimport CLOCK_THREAD_CPUTIME_ID, clock_gettime, timespec

from bolshak.kernels.problem cimport shelf_of
from bolshak.position cimport Position, Variant
from bolshak.tables_probe cimport (NO_PLIES, TABLES, Table, TableSet, UNKNOWN, holds, judge,
                                   probe_value, resolve)
from bolshak.tables_stream cimport BLOCK, CODE_BITS, LONGEST, SYMBOLS, Stream, number_at, unpack
from bolshak.types cimport BLACK, TIED, WHITE, WON, Position as CPosition

from dataclasses import dataclass
from math import comb
from os.path import isdir, isfile, join
from pathlib import Path
from types import SimpleNamespace

from .position import variant_of
from .tables_format import DISTANCES, KINDS, STREAM, VALUES, VARIES, file_of, read_file
from .tables_plan import MOST_PIECES, TablesError, family_of, pairs
from .tables_rule import Outlook

DATA = Path(__file__).parent / "data"    # the tables of the package


cdef void free_stream(Stream* stream) noexcept:
    free(<void*>stream.codes)
    free(<void*>stream.pairs)


cdef int64_t padded(int64_t size) noexcept:
    return size + 7 & ~7


cdef const uint8_t* address_of(data) except NULL:
    # Where the bytes of a buffer lie; good as long as somebody holds a view of it.
    cdef Py_buffer buffer
    PyObject_GetBuffer(data, &buffer, PyBUF_SIMPLE)
    cdef const uint8_t* address = <const uint8_t*>buffer.buf
    PyBuffer_Release(&buffer)
    return address


cdef void fill_stream(Stream* stream, const uint8_t* data, stored, length, path) except *:
    # `data`: the stream as it lies in the file. Raises TablesError if it cannot be read safely.
    cdef int64_t i, chunks, blocks, at = STREAM.size
    cdef const uint16_t* halves
    cdef const uint8_t* sizes
    count, constant, alphabet, symbols, code_bits, chunk_bits, blocks, _ = STREAM.unpack(
        data[:at])
    if count != length:
        raise TablesError(f"{path}: {count} numbers, not {length}")
    stream.constant = -1 if constant == VARIES else <int>constant
    stream.alphabet, stream.code_bits, stream.chunk_bits = alphabet, code_bits, chunk_bits
    if stream.constant < 0:
        chunks = (count - 1 >> chunk_bits) + 1
        halves = <const uint16_t*>&data[at]
        at += padded(4 * (symbols - alphabet))
        sizes = &data[at]
        at += padded(symbols)
        stream.chunks = <const uint32_t*>&data[at]
        at += padded(8 * (chunks + 1))
        stream.starts = <const uint16_t*>&data[at]
        at += padded(2 * blocks)
        stream.blocks = &data[at]
        if (at != stored.head or blocks * BLOCK + 8 != stored.blocks or symbols > SYMBOLS
                or not 1 <= code_bits <= CODE_BITS or not 8 <= chunk_bits <= 16
                or stream.chunks[0] != 0 or stream.chunks[2 * chunks] != blocks):
            raise TablesError(f"{path}: damaged")
        for i in range(chunks):
            if stream.chunks[2 * i] > stream.chunks[2 * i + 2]:
                raise TablesError(f"{path}: damaged")
        fill_symbols(stream, halves, sizes, symbols, path)
    stream.length = count


cdef void fill_symbols(Stream* stream, const uint16_t* halves, const uint8_t* sizes,
                       int symbols, path) except *:
    # What reading needs. `halves`: of each pair the left and the right symbol; `sizes`: bits of
    # the codes.
    cdef uint32_t[SYMBOLS] lengths
    cdef uint64_t* nodes = <uint64_t*>calloc(symbols, sizeof(uint64_t))
    cdef uint32_t* codes = <uint32_t*>malloc(sizeof(uint32_t) << stream.code_bits)
    cdef int symbol, left, right, size, i, at = 0, room = 1 << stream.code_bits
    stream.codes, stream.pairs = codes, nodes
    if nodes == NULL or codes == NULL:
        raise MemoryError("no memory for tables")
    for symbol in range(symbols):
        if symbol < stream.alphabet:
            lengths[symbol] = 1
            continue
        left = halves[2 * (symbol - stream.alphabet)]
        right = halves[2 * (symbol - stream.alphabet) + 1]
        if left >= symbol or right >= symbol or lengths[left] + lengths[right] > LONGEST:
            raise TablesError(f"{path}: damaged")
        lengths[symbol] = lengths[left] + lengths[right]
        nodes[symbol] = <uint64_t>lengths[left] << 32 | <uint64_t>right << 16 | <uint64_t>left
    # Canonical codes: shorter ones first, equal ones by symbol.
    for size in range(1, stream.code_bits + 1):
        for symbol in range(symbols):
            if sizes[symbol] != size:
                continue
            if at + (1 << (stream.code_bits - size)) > room:
                raise TablesError(f"{path}: damaged")
            for i in range(at, at + (1 << (stream.code_bits - size))):
                codes[i] = lengths[symbol] << 16 | symbol << 4 | size
            at += 1 << (stream.code_bits - size)
    for i in range(at, room):
        codes[i] = 1 << 16 | 1          # codes that nobody writes


def numbers_of(bytes head, bytes blocks) -> list:
    """The numbers of a stream as `Row.pack` gives it; for tests. Raises TablesError."""
    cdef Stream stream
    cdef uint8_t* numbers
    cdef int64_t i
    memset(&stream, 0, sizeof(Stream))
    data = head + blocks
    stored = SimpleNamespace(head=len(head), blocks=len(blocks))
    length = STREAM.unpack_from(head)[0]
    try:
        fill_stream(&stream, data, stored, length, "stream")
        numbers = <uint8_t*>malloc(length)
        if numbers == NULL:
            raise MemoryError("no memory for numbers")
        unpack(&stream, numbers)
        found = [(numbers[i], number_at(&stream, i)) for i in range(length)]
        free(numbers)
    finally:
        free_stream(&stream)
    if any(a != b for a, b in found):
        raise TablesError("stream: damaged")
    return [a for a, _ in found]


@dataclass(frozen=True)
class Answer:
    """What the tables say of a position.

    value: 1 won, 0 drawn, -1 lost for the side to move. distance: plies to the next capture or
    crowning with best play, 0 where there is no move left, None for draws and where no file
    tells. ruled: the value once the draw counters of the position are looked at: a win that takes
    too long is a draw; None where it is not certain that the counters leave it alone.
    """

    value: int
    distance: int | None
    ruled: int | None


cdef class Tables:
    """The tables of one game.

    folders: where to look, in this order, each with one folder for a family of games. pieces: the
    most pieces of both sides to look for. draw_rules: the reading by which `probe_ruled` judges.
    Files that are missing are left out; what is wrong with others stands in `problems`, one line
    each. Raises TablesError for a game without tables.

    `pieces` tells up to how many pieces every position has a value; positions with more may have
    one, too.
    """

    def __cinit__(self, game, folders, int pieces=MOST_PIECES, draw_rules="federation"):
        cdef Variant variant = variant_of(game, draw_rules)
        self.family = family_of(game)
        self.variant = variant
        self.problems = []
        self.files = []
        self.kept = []
        self.set = <TableSet*>calloc(1, sizeof(TableSet))
        if self.set == NULL:
            raise MemoryError("no memory for tables")
        self.set.game = variant.game
        self.fill_ranks(variant)
        self.open_files([Path(folder) for folder in folders
                         if isdir(join(folder, self.family.name))], pieces)
        self.heed_clauses()

    def __dealloc__(self):
        cdef int i
        if self.set == NULL:
            return
        for i in range(TABLES):
            if self.set.tables[i] != NULL:
                free_stream(&(<Table*>self.set.tables[i]).value)
                free_stream(&(<Table*>self.set.tables[i]).distance)
                free(<void*>self.set.tables[i])
        free(self.set)

    cdef fill_ranks(self, Variant variant):
        cdef int below, number
        bits = sorted(variant.bits[1:])
        for below in range(len(bits)):
            for number in range(8):
                rank = comb(below, number + 1) & 0xFFFFFFFF     # higher ones are never asked for
                self.set.ranks[WHITE][number][<int>bits[below]] = rank
                self.set.ranks[BLACK][number][<int>bits[len(bits) - 1 - below]] = rank

    cdef open_files(self, folders, int most):
        whole = True
        for pieces in range(2, min(most, MOST_PIECES) + 1):
            for pair in pairs(pieces):
                for kind in KINDS:
                    found = self.open_file(folders, pair, kind)
                    whole &= found or kind == DISTANCES
            if whole:
                self.set.pieces = pieces

    cdef bint open_file(self, folders, pair, kind) except -1:
        for folder in folders:
            path = file_of(folder, self.family, pair, kind)
            if not isfile(path):        # no surprise by pipes, nor by names that no disk takes
                continue
            try:
                self.add(read_file(path, self.family))
                return True
            except TablesError as error:
                self.problems.append(str(error))
        return False

    cdef void add(self, file) except *:
        cdef Table* table
        view = memoryview(file.data)
        cdef const uint8_t* data = address_of(view)
        cdef Stream* stream
        cdef int64_t* strides
        cdef int t, i
        self.kept.append(view)
        for t in range(file.pair.tables):
            table = self.table_of(file.pair, t)
            stored = file.tables[t]
            if file.kind == VALUES:
                stream, strides = &table.value, table.value_strides
            else:
                stream, strides = &table.distance, table.distance_strides
            stride = 1
            for i in reversed(stored.order):
                strides[(i + 2 * t) & 3] = stride
                stride *= self.places(file.pair, i)
            fill_stream(stream, data + <int64_t>stored.offset, stored, stride, file.path)
            table.longest = max(stored.statistics.longest_win, stored.statistics.longest_loss)
        self.files.append(file)

    cdef heed_clauses(self):
        # Tells each table what the draw clauses may do to its wins.
        cdef Table* table
        cdef int t
        longest = {}
        for file in self.files:
            for t in range(file.pair.tables):
                table = self.table_of(file.pair, t)
                longest[file.pair] = max(longest.get(file.pair, 0), table.longest)
        outlook = Outlook(self.family.name, self.variant.rules.clauses(self.variant.draw_rules),
                          longest)
        for pair in longest:
            for t in range(pair.tables):
                table = self.table_of(pair, t)
                table.unsure = outlook.unsure(pair)
                for i, tail in enumerate(outlook.tails(pair)):
                    table.tail[<int>i] = min(tail, 255)

    cdef places(self, pair, int group):
        army = pair.first if group < 2 else pair.second
        kings = self.family.places(type(army)(0, army.kings))
        return kings if group & 1 else self.family.places(army) // kings

    cdef Table* table_of(self, pair, int t) except NULL:
        # The table in which the first (t = 0) or second army of a pair is to move; made if need be.
        mover, other = (pair.first, pair.second) if t == 0 else (pair.second, pair.first)
        cdef int at = shelf_of(mover.men, mover.kings, other.men, other.kings)
        if self.set.tables[at] == NULL:
            self.set.tables[at] = <Table*>calloc(1, sizeof(Table))
            if self.set.tables[at] == NULL:
                raise MemoryError("no memory for tables")
        return <Table*>self.set.tables[at]

    @property
    def pieces(self) -> int:
        """Up to so many pieces of both sides every position has a value; 0 = none."""
        return self.set.pieces

    @property
    def most(self) -> int:
        """Most pieces of both sides that some table has; 0 = there are none."""
        return max([file.pair.pieces for file in self.files], default=0)

    @property
    def game(self) -> str:
        """The game that was asked for."""
        return self.variant.rules.name

    def answer(self, Position position not None):
        """What the tables say of a position, also of one with a capture; None = nothing. The
        position must be of a game of this family."""
        cdef int distance, value
        self.check(position)
        value = resolve(self.set, &position.data, &distance)
        if value == UNKNOWN:
            return None
        return Answer(value, None if distance == NO_PLIES else distance,
                      self.ruled(position, value))

    cdef ruled(self, Position position, int value):
        # `value` as the draw counters leave it, None if that is not certain.
        cdef int found
        cdef bint men_decide
        verdict = position.verdict()
        if verdict is not None:
            return TIED if verdict.winner is None else value
        if value == TIED:
            return TIED
        if position.can_capture(position.side):
            children = []
            for move in position.legal_moves():
                after = self.answer(position.play(move))
                children.append(None if after is None or after.ruled is None else -after.ruled)
            known = [child for child in children if child is not None]
            return max(known) if len(known) == len(children) or WON in known else None
        found = judge(self.set, &position.data, &men_decide)
        if found != UNKNOWN:
            return found
        return value if men_decide and holds(self.set, &position.data, value) else None

    cdef check(self, Position position):
        game = position.variant.rules.name
        if game != self.game and family_of(game).name != self.family.name:
            raise ValueError(f"tables of {self.game} asked about {game}")

    def moves(self, Position position not None) -> list:
        """The legal moves, best ones first, each with what it leads to as the mover sees it:
        (move, Answer or None). A distance counts from before the move. Among wins the quickest
        come first, among losses the slowest; a win that comes too late stands with the draws."""
        found = []
        for move in position.legal_moves():
            after = self.answer(position.play(move))
            if after is not None:
                distance = after.distance
                if move.captured or move.crowns:
                    distance = 1 if after.value else None
                elif distance is not None:
                    distance += 1
                after = Answer(-after.value, distance,
                               None if after.ruled is None else -after.ruled)
            found.append((move, after))
        return sorted(found, key=preference)

    def best_moves(self, Position position not None) -> list:
        """The moves that keep what the position is worth and make progress: the quickest wins,
        all that draw, or the slowest losses. Empty if the tables do not know all moves."""
        found = self.moves(position)
        if not found or any(answer is None or answer.ruled is None for _, answer in found):
            return []
        best = found[0][1]
        return [move for move, answer in found if answer.ruled == best.ruled
                and (best.ruled == 0 or answer.distance == best.distance)]

    def speed(self, positions) -> float:
        """Mean processor time of a probe in nanoseconds, over positions that are asked in turn."""
        cdef int64_t count = len(positions), i, rounds = 10
        cdef timespec start, end
        cdef int64_t values = 0
        cdef CPosition* asked = <CPosition*>malloc(<size_t>count * sizeof(CPosition))
        if asked == NULL:
            raise MemoryError("no memory for positions")
        for i, position in enumerate(positions):
            asked[i] = (<Position>position).data
        with nogil:
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
            for i in range(rounds * count):
                values += probe_value(self.set, &asked[i % count])
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        free(asked)
        spent = (end.tv_sec - start.tv_sec) * 1e9 + end.tv_nsec - start.tv_nsec + 0 * values
        return spent / (rounds * count)


def preference(entry) -> tuple:
    """Sort key of an entry of `Tables.moves`: lower is better."""
    answer = entry[1]
    if answer is None or answer.ruled is None:
        return 1, 0, 0                          # between draws and losses
    distance = answer.distance or 0
    if answer.ruled > 0:
        return -1, 0, distance
    if answer.ruled < 0:
        return 2, 0, -distance
    return 0, -answer.value, distance
