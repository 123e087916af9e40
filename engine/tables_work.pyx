"""Solving the endgames of one pair of armies after another, in memory.

`Shelves` keeps the results of what is solved, two bits a position; a `Task` solves one pair with
their help. Tasks of different pairs may run in different threads; all long work is done without
the GIL.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from bolshak.kernels.problem cimport (CAPTURE_DRAW, CAPTURE_LOSS, CAPTURE_WIN, DRAW, FARTHEST, HOLE,
                                      LOSS, NEVER_LOST, NO_MEMORY, NO_VALUE, Problem, SHELVES,
                                      STOPPED, Shelf, TOO_FAR, WIN, WON, shelf_of)
from bolshak.tables cimport Tables
from bolshak.tables_pack cimport ANY_NUMBER, Row
from bolshak.tables_probe cimport Table
from bolshak.tables_stream cimport unpack

from itertools import permutations

from .position import variant_of
from .tables_format import DISTANCES, TableStatistics
from .tables_plan import TablesError

cdef int64_t SAMPLE = 1 << 21       # numbers that are looked at to choose an order


class Stopped(Exception):
    """The work was told to stop."""


cdef inline int value_of(uint8_t count) noexcept nogil:
    if count == WON or count == CAPTURE_WIN:
        return WIN
    if count == 0 or count == CAPTURE_LOSS:
        return LOSS
    return NO_VALUE if count == HOLE else DRAW


cdef inline uint16_t number_of(const uint8_t* counts, const uint8_t* distances,
                               int64_t place) noexcept nogil:
    # What a stream tells of a place: its distance, or its value if `distances` is NULL.
    cdef uint8_t count = counts[place]
    if HOLE <= count and count <= CAPTURE_WIN:
        return ANY_NUMBER
    if distances == NULL:
        return value_of(count)
    if count == WON or count == 0:
        return distances[place]
    return ANY_NUMBER


cdef int64_t changes(const uint8_t* counts, const uint8_t* distances, const int64_t* places,
                     const int64_t* strides) noexcept nogil:
    # How often the numbers change in a sample of a table that is read in this order.
    cdef int64_t rows = places[0] * places[1] * places[2]
    cdef int64_t step = max(1, rows * places[3] // SAMPLE)
    cdef int64_t row, _i, rest, at, found = 0
    cdef uint16_t number, last = ANY_NUMBER
    for row in range(rows):
        # Sixteen neighbours of every so many rows.
        if (row >> 4) % step:
            continue
        rest = row // places[2]
        at = (row % places[2] * strides[2] + rest % places[1] * strides[1]
              + rest // places[1] * strides[0])
        for _i in range(places[3]):
            number = number_of(counts, distances, at)
            at += strides[3]
            if number != ANY_NUMBER and number != last:
                found += 1
                last = number
    return found


cdef class Shelves:
    """The solved pairs of a family."""

    def __cinit__(self, family):
        self.family = family
        self.variant = variant_of(family.name)
        self.values = {}
        self.shelves = <Shelf*>calloc(SHELVES, sizeof(Shelf))
        if self.shelves == NULL:
            raise MemoryError("no memory for tables")

    def __dealloc__(self):
        free(self.shelves)

    def __contains__(self, pair) -> bool:
        return pair in self.values

    def stop(self):
        """Let all tasks give up; they raise Stopped."""
        self.stopped = 1

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called."""
        return self.stopped != 0


cdef class Task:
    """All positions of one pair. Raises MemoryError.

    Call `solve` or `restore`, then `shelve`, then `row` as often as needed. size: numbers in one
    table, holes included.
    """

    def __cinit__(self, Shelves shelves, pair):
        cdef int i
        self.shelves = shelves
        self.pair = pair
        family = shelves.family
        self.size = 1
        for i, army in enumerate((pair.second, pair.first)):
            kings = family.places(type(army)(0, army.kings))
            self.places[3 - 2 * i] = kings
            self.places[2 - 2 * i] = family.places(army) // kings
        for i in range(3, -1, -1):
            self.strides[i] = self.size
            self.size *= self.places[i]
        memset(&self.problem, 0, sizeof(Problem))
        for i, army in enumerate((pair.first, pair.second)):
            self.problem.men[i], self.problem.kings[i] = army.men, army.kings
            self.problem.counts[i] = <uint8_t*>malloc(self.size)
            self.problem.distances[i] = <uint8_t*>malloc(self.size)
            if self.problem.counts[i] == NULL or self.problem.distances[i] == NULL:
                raise MemoryError(f"no memory to solve {pair}")
        self.problem.shelves = shelves.shelves
        self.problem.lone_pair_drawn = family.lone_pairs_drawn and pair.pieces == 2
        self.problem.stop = &shelves.stopped
        self.problem.progress = &self.looked_at

    def __dealloc__(self):
        cdef int i
        for i in range(2):
            free(self.problem.counts[i])
            free(self.problem.distances[i])

    @property
    def progress(self) -> int:
        """Positions that have been looked at, of twice `size`."""
        return self.looked_at

    cdef run(self):
        with nogil:
            self.shelves.variant.game.solve(self.shelves.variant.game, &self.problem)
        if self.problem.failure == STOPPED:
            raise Stopped
        if self.problem.failure == NO_MEMORY:
            raise MemoryError(f"no memory to solve {self.pair}")
        if self.problem.failure == TOO_FAR:
            raise TablesError(f"{self.pair}: more than {<int>FARTHEST} plies to a conversion")

    def solve(self):
        """Find value and distance of every position. The pairs that captures and crownings lead
        to must be on the shelves."""
        self.run()

    def restore(self, Tables tables):
        """Take the values from files; distances are not restored."""
        cdef Table* table
        cdef uint8_t* numbers = <uint8_t*>malloc(self.size)
        cdef int t
        if numbers == NULL:
            raise MemoryError(f"no memory to read {self.pair}")
        try:
            for t in range(self.pair.tables):
                table = tables.table_of(self.pair, t)
                with nogil:
                    unpack(&table.value, numbers)
                    self.spread(t, table, numbers)
        finally:
            free(numbers)
        self.problem.captures_only = True
        self.run()

    cdef void spread(self, int t, const Table* table, const uint8_t* numbers) noexcept nogil:
        # Values in the order of a file become those of a solved table.
        cdef uint8_t* counts = self.problem.counts[t]
        cdef int64_t[4] strides
        cdef int64_t i, j, k, _m, place
        for i in range(4):
            strides[i] = table.value_strides[(i + 2 * t) & 3]
        for i in range(self.places[0]):
            for j in range(self.places[1]):
                for k in range(self.places[2]):
                    place = i * strides[0] + j * strides[1] + k * strides[2]
                    for _m in range(self.places[3]):
                        counts[0] = (WON if numbers[place] == WIN else 0 if numbers[place] == LOSS
                                     else NEVER_LOST)
                        counts += 1
                        place += strides[3]

    def shelve(self):
        """Put the values on the shelves."""
        cdef int t
        cdef int64_t i
        cdef uint8_t* out
        cdef Shelf* shelf
        kept = []
        for t in range(self.pair.tables):
            data = bytearray((self.size + 3) // 4)
            out = data
            with nogil:
                for i in range(self.size):
                    out[i >> 2] |= value_of(self.problem.counts[t][i]) << 2 * (i & 3)
            kept.append(data)
            shelf = &self.shelves.shelves[shelf_of(
                self.problem.men[t], self.problem.kings[t],
                self.problem.men[1 - t], self.problem.kings[1 - t])]
            shelf.values = out
            shelf.mover_men = self.strides[2 * t]
            shelf.mover_kings = self.strides[2 * t + 1]
            shelf.other_men = self.strides[2 - 2 * t]
            shelf.other_kings = self.strides[3 - 2 * t]
        self.shelves.values[self.pair] = kept

    def statistics(self, int t):
        """What is in table t."""
        cdef int64_t i, win_at = -1
        cdef int64_t[256] number
        cdef int win = -1, loss = -1, distance, count
        memset(number, 0, sizeof(number))
        with nogil:
            for i in range(self.size):
                count = self.problem.counts[t][i]
                distance = self.problem.distances[t][i]
                number[count] += 1
                if count == WON and distance > win:
                    win = distance
                    win_at = i
                elif count == 0 and distance > loss:
                    loss = distance
        captures = (number[CAPTURE_WIN], number[CAPTURE_DRAW], number[CAPTURE_LOSS])
        draws = self.size - number[HOLE] - sum(captures) - number[WON] - number[0]
        return TableStatistics((number[WON], draws, number[0]), captures, win, loss, win_at)

    cdef const uint8_t* distances_of(self, int t, kind):
        # What `number_of` wants to know.
        return self.problem.distances[t] if kind == DISTANCES else NULL

    def best_order(self, int t, kind) -> tuple:
        """The order of the four kinds of pieces, slowest first, that compresses table t best."""
        cdef int64_t[4] places
        cdef int64_t[4] strides
        cdef int64_t found
        cdef int i
        cdef const uint8_t* counts = self.problem.counts[t]
        cdef const uint8_t* distances = self.distances_of(t, kind)
        least = None
        best = (0, 1, 2, 3)
        single = [i for i in range(4) if self.places[i] == 1]
        for several in permutations([i for i in range(4) if self.places[i] > 1]):
            order = (*single, *several)
            for i in range(4):
                places[i] = self.places[<int>order[i]]
                strides[i] = self.strides[<int>order[i]]
            with nogil:
                found = changes(counts, distances, places, strides)
            if least is None or found < least:
                least = found
                best = order
        return best

    def row(self, int t, kind, order) -> Row:
        """Values or distances of table t as a row to be packed, in an order of pieces."""
        cdef int64_t[4] n
        cdef int64_t[4] s
        cdef int64_t i, j, k, _m, at, end = 0
        cdef const uint8_t* counts = self.problem.counts[t]
        cdef const uint8_t* distances = self.distances_of(t, kind)
        cdef Row row
        for i in range(4):
            n[i] = self.places[<int>order[i]]
            s[i] = self.strides[<int>order[i]]
        row = Row(self.size, n[3])
        with nogil:
            for i in range(n[0]):
                for j in range(n[1]):
                    for k in range(n[2]):
                        at = i * s[0] + j * s[1] + k * s[2]
                        for _m in range(n[3]):
                            row.numbers[end] = number_of(counts, distances, at)
                            at += s[3]
                            end += 1
        return row
