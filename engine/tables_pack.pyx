"""Compression of rows of small numbers into the streams that tables_stream.pxd reads."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from bolshak.tables_grammar cimport (CANDIDATES, Candidate, Grammar, assign_codes, choose_sizes,
                                     replace_pairs, start_grammar)
from bolshak.tables_stream cimport BLOCK, SYMBOLS

import struct

from .tables_format import STREAM, VARIES

cdef int BLOCKS_IN_CHUNK = 8


cdef class Row:
    """Numbers below 251, or ANY_NUMBER where any number will do. Raises MemoryError.

    period: distance of places that are likely to hold the same number.
    """

    def __cinit__(self, int64_t length, int64_t period):
        self.length = length
        self.period = period
        self.numbers = <uint16_t*>malloc(<size_t>length * sizeof(uint16_t))
        if self.numbers == NULL:
            raise MemoryError("no memory to compress a table")

    def __dealloc__(self):
        free(self.numbers)

    @staticmethod
    def of(numbers, int64_t period):
        """A row of these numbers, None = any."""
        cdef int64_t i
        cdef Row row = Row(len(numbers), period)
        for i, number in enumerate(numbers):
            row.numbers[i] = ANY_NUMBER if number is None else number
        return row

    def pack(self, int symbols=SYMBOLS) -> tuple:
        """The row as a stream, (head, blocks) in bytes. The numbers are lost.

        symbols: how many there may be, a power of two; fewer are read faster.
        """
        cdef Grammar* grammar
        cdef int64_t left
        cdef int constant, alphabet
        with nogil:
            alphabet = fill_gaps(self.numbers, self.length, self.period)
            constant = constant_of(self.numbers, self.length)
        if constant >= 0:
            return STREAM.pack(self.length, constant, 0, 0, 0, 0, 0, 0), b""
        grammar = <Grammar*>calloc(1, sizeof(Grammar))
        try:
            if grammar != NULL:
                grammar.pairs = <uint32_t*>calloc(SYMBOLS * SYMBOLS, sizeof(uint32_t))
                grammar.candidates = <Candidate*>malloc(CANDIDATES * sizeof(Candidate))
            if grammar == NULL or grammar.pairs == NULL or grammar.candidates == NULL:
                raise MemoryError("no memory to compress a table")
            with nogil:
                start_grammar(grammar, alphabet, symbols)
                left = replace_pairs(grammar, self.numbers, self.length)
                choose_sizes(grammar, self.numbers, left)
            return write_stream(grammar, self.numbers, left, self.length)
        finally:
            if grammar != NULL:
                free(grammar.pairs)
                free(grammar.candidates)
            free(grammar)


# Numbers that do not matter

cdef int fill_gaps(uint16_t* numbers, int64_t length, int64_t period) noexcept nogil:
    # Continues the numbers on both sides of each gap up to the place where this agrees best with
    # the numbers one period before. Returns the highest number + 1.
    cdef int64_t i = 0, end
    cdef uint16_t before = ANY_NUMBER, behind
    cdef int highest = 0
    while i < length:
        if numbers[i] != ANY_NUMBER:
            before = numbers[i]
            if before > highest:
                highest = before
            i += 1
            continue
        end = i
        while end < length and numbers[end] == ANY_NUMBER:
            end += 1
        behind = numbers[end] if end < length else before
        if before == ANY_NUMBER:
            before = behind if end < length else 0
        fill_gap(numbers, i, end, before, behind if end < length else before, period)
        i = end
    return highest + 1


cdef void fill_gap(uint16_t* numbers, int64_t start, int64_t end, uint16_t before,
                   uint16_t behind, int64_t period) noexcept nogil:
    cdef int64_t i, border = end
    cdef int64_t gain = 0, best = 0
    if before != behind:
        for i in range(end - 1, start - 1, -1):
            if i >= period:
                gain += (numbers[i - period] == behind) - (numbers[i - period] == before)
            if gain > best:
                best = gain
                border = i
    for i in range(start, border):
        numbers[i] = before
    for i in range(border, end):
        numbers[i] = behind


cdef int constant_of(const uint16_t* numbers, int64_t length) noexcept nogil:
    # The only number of the row, or -1.
    cdef int64_t i
    for i in range(1, length):
        if numbers[i] != numbers[0]:
            return -1
    return numbers[0] if length else 0


# Files

cdef int64_t write_blocks(const Grammar* grammar, const uint32_t* codes, const uint16_t* row,
                          int64_t length, uint8_t* out, uint64_t* starts) noexcept nogil:
    # Writes blocks and where in the row each begins, unless `out` is NULL; returns their number.
    cdef int64_t i, blocks = 0
    cdef uint64_t place = 0
    cdef int used = 8 * BLOCK, size, b
    for i in range(length):
        size = grammar.sizes[row[i]]
        if used + size > 8 * BLOCK:
            if out != NULL:
                starts[blocks] = place
            blocks += 1
            used = 0
        if out != NULL:
            for b in range(size):
                if codes[row[i]] >> (size - 1 - b) & 1:
                    out[(blocks - 1) * BLOCK + (used + b >> 3)] |= 128 >> (used + b & 7)
        used += size
        place += grammar.lengths[row[i]]
    return blocks


cdef bytes padded(data):
    return bytes(data) + bytes((8 - len(data) % 8) % 8)


cdef tuple write_stream(Grammar* grammar, const uint16_t* row, int64_t left, int64_t length):
    cdef uint32_t[SYMBOLS] codes
    cdef int code_bits = assign_codes(grammar, codes)
    cdef int64_t blocks = write_blocks(grammar, codes, row, left, NULL, NULL)
    cdef int64_t i, chunk, chunks, block = 0
    cdef int chunk_bits = 16
    cdef uint8_t* out
    cdef uint64_t* starts
    while chunk_bits > 8 and blocks << chunk_bits > BLOCKS_IN_CHUNK * length:
        chunk_bits -= 1
    data = bytearray(blocks * BLOCK + 8)
    out = data
    starts = <uint64_t*>malloc(<size_t>(blocks + 1) * sizeof(uint64_t))
    if starts == NULL:
        raise MemoryError("no memory to compress a table")
    try:
        with nogil:
            write_blocks(grammar, codes, row, left, out, starts)
        chunks = (length - 1 >> chunk_bits) + 1
        directory = bytearray()
        for chunk in range(chunks + 1):
            while block < blocks and <int64_t>starts[block] < chunk << chunk_bits:
                block += 1
            directory += struct.pack(
                "<II", block, (chunk << chunk_bits) - starts[block - 1] if block else 0)
        within = struct.pack(f"<{blocks}H", *[starts[i] & (1 << chunk_bits) - 1
                                             for i in range(blocks)])
    finally:
        free(starts)
    pairs = struct.pack(f"<{2 * (grammar.symbols - grammar.alphabet)}H", *[
        symbol for i in range(grammar.alphabet, grammar.symbols)
        for symbol in (grammar.left[i], grammar.right[i])])
    sizes = bytes([grammar.sizes[i] for i in range(grammar.symbols)])
    header = STREAM.pack(length, VARIES, grammar.alphabet, grammar.symbols, code_bits, chunk_bits,
                         blocks, 0)
    return (header + padded(pairs) + padded(sizes) + padded(directory) + padded(within),
            bytes(data))
