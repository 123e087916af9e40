# Re-Pair and Huffman: the row of numbers becomes a shorter row of symbols, and each symbol gets a
# code. What the symbols stand for and the sizes of their codes are left in a `Grammar`.

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport qsort

from bolshak.tables_stream cimport CODE_BITS, LONGEST, SYMBOLS

cdef enum:
    LEAST = 12                  # a pair that comes less often is not worth a symbol
    CANDIDATES = 1 << 16
    PATIENCE = 6                # passes in which rarer pairs are replaced, too


cdef struct Candidate:
    uint32_t times
    uint16_t left
    uint16_t right


cdef struct Grammar:
    int alphabet
    int symbols
    int most                    # symbols, and bits of a code
    int code_bits
    uint16_t[SYMBOLS] left
    uint16_t[SYMBOLS] right
    uint32_t[SYMBOLS] lengths
    uint8_t[SYMBOLS] sizes      # of codes, in bits
    uint64_t[SYMBOLS] times
    bint[SYMBOLS] leads         # in the current pass: left or right half of a chosen pair
    bint[SYMBOLS] ends
    uint32_t* pairs             # SYMBOLS x SYMBOLS counters
    Candidate* candidates


cdef inline void start_grammar(Grammar* grammar, int alphabet, int symbols) noexcept nogil:
    cdef int i
    grammar.most = symbols
    grammar.code_bits = 2
    while symbols > 1 and grammar.code_bits < CODE_BITS:
        symbols >>= 1
        grammar.code_bits += 1
    grammar.alphabet = grammar.symbols = alphabet
    for i in range(alphabet):
        grammar.lengths[i] = 1


cdef inline int by_times(const void* a, const void* b) noexcept nogil:
    # Most frequent first; then in a fixed order, so that a table always becomes the same file.
    cdef const Candidate* x = <const Candidate*>a
    cdef const Candidate* y = <const Candidate*>b
    if x.times != y.times:
        return -1 if x.times > y.times else 1
    if x.left != y.left:
        return -1 if x.left < y.left else 1
    return -1 if x.right < y.right else 1


cdef inline uint32_t count_pairs(Grammar* grammar, const uint16_t* row,
                                 int64_t length) noexcept nogil:
    # Counts the pairs of neighbours, a run of n equal symbols as n // 2; returns the highest count.
    cdef int n = grammar.symbols, i, j
    cdef int64_t place = 0, end
    cdef uint32_t* counter
    cdef uint32_t top = 0
    for i in range(n):
        for j in range(n):
            grammar.pairs[i * SYMBOLS + j] = 0
    while place + 1 < length:
        end = place
        while end + 1 < length and row[end + 1] == row[place]:
            end += 1
        counter = &grammar.pairs[row[place] * SYMBOLS]
        counter[row[place]] += <uint32_t>((end - place + 1) >> 1)
        if end + 1 < length:
            counter[row[end + 1]] += 1
        place = end + 1
    for i in range(n):
        for j in range(n):
            if grammar.pairs[i * SYMBOLS + j] > top:
                top = grammar.pairs[i * SYMBOLS + j]
    return top


cdef inline int collect(Grammar* grammar, uint32_t least) noexcept nogil:
    # The pairs that come at least so often, sorted; their number.
    cdef int n = 0, i, j
    cdef uint32_t times
    for i in range(grammar.symbols):
        for j in range(grammar.symbols):
            times = grammar.pairs[i * SYMBOLS + j]
            if (times >= least and n < CANDIDATES
                    and grammar.lengths[i] + grammar.lengths[j] <= LONGEST):
                grammar.candidates[n].times = times
                grammar.candidates[n].left = i
                grammar.candidates[n].right = j
                n += 1
    qsort(grammar.candidates, n, sizeof(Candidate), by_times)
    return n


cdef inline int choose_pairs(Grammar* grammar, int candidates) noexcept nogil:
    # Makes symbols of the most frequent pairs that cannot overlap; returns their number. Their
    # counters become the symbols, marked by the highest bit.
    cdef int most = min(1 + grammar.symbols // 6, grammar.most - grammar.symbols)
    cdef int i, made = 0, left, right, symbol
    for i in range(grammar.symbols):
        grammar.leads[i] = grammar.ends[i] = False
    for i in range(candidates):
        if made == most:
            break
        left = grammar.candidates[i].left
        right = grammar.candidates[i].right
        if grammar.ends[left] or grammar.leads[right]:
            continue
        grammar.leads[left] = grammar.ends[right] = True
        symbol = grammar.symbols + made
        grammar.left[symbol] = left
        grammar.right[symbol] = right
        grammar.lengths[symbol] = grammar.lengths[left] + grammar.lengths[right]
        grammar.pairs[left * SYMBOLS + right] = 0x80000000U | <uint32_t>symbol
        made += 1
    return made


cdef inline int64_t replace_chosen(Grammar* grammar, uint16_t* row, int64_t length) noexcept nogil:
    # Replaces the chosen pairs from left to right; returns the new length.
    cdef int64_t place = 0, end = 0
    cdef uint32_t symbol
    while place < length:
        if place + 1 < length and grammar.leads[row[place]]:
            symbol = grammar.pairs[row[place] * SYMBOLS + row[place + 1]]
            if symbol & 0x80000000U:
                row[end] = <uint16_t>symbol
                end += 1
                place += 2
                continue
        row[end] = row[place]
        end += 1
        place += 1
    return end


cdef inline int64_t replace_pairs(Grammar* grammar, uint16_t* row, int64_t length) noexcept nogil:
    cdef int passes = 0, made
    cdef uint32_t top, least
    while grammar.symbols < grammar.most:
        top = count_pairs(grammar, row, length)
        if top < LEAST or top >= 0x80000000U:
            break
        least = max(top // (4 if passes < PATIENCE else 2), <uint32_t>LEAST)
        made = choose_pairs(grammar, collect(grammar, least))
        if made == 0:
            break
        length = replace_chosen(grammar, row, length)
        grammar.symbols += made
        passes += 1
    return length


# Codes

cdef inline void choose_sizes(Grammar* grammar, const uint16_t* row, int64_t length) noexcept nogil:
    # Sizes of the codes in `sizes`: Huffman's, none longer than `code_bits`.
    cdef int[SYMBOLS] order
    cdef int64_t i
    cdef int n = 0, j, k
    for i in range(length):
        grammar.times[row[i]] += 1
    for j in range(grammar.symbols):
        if grammar.times[j]:
            k = n
            while k and grammar.times[order[k - 1]] > grammar.times[j]:
                order[k] = order[k - 1]
                k -= 1
            order[k] = j
            n += 1
    if n == 1:
        grammar.sizes[order[0]] = 1
    else:
        huffman(grammar, order, n)


cdef inline void huffman(Grammar* grammar, const int* order, int n) noexcept nogil:
    # `order`: n symbols, rarest first.
    cdef uint64_t[2 * SYMBOLS] weights
    cdef int[2 * SYMBOLS] parents
    cdef int[2 * SYMBOLS] depths
    cdef int[64] sizes                  # number of codes by size
    cdef int longest = grammar.code_bits
    cdef int leaf = 0, inner = n, end = n, i, _child, size, excess = 0
    for i in range(n):
        weights[i] = grammar.times[order[i]]
    for end in range(n, 2 * n - 1):
        weights[end] = 0
        for _child in range(2):
            if leaf < n and (inner >= end or weights[leaf] <= weights[inner]):
                i = leaf
                leaf += 1
            else:
                i = inner
                inner += 1
            weights[end] += weights[i]
            parents[i] = end
    for i in range(64):
        sizes[i] = 0
    depths[2 * n - 2] = 0
    for i in range(2 * n - 3, -1, -1):
        depths[i] = depths[parents[i]] + 1
        if i < n:
            sizes[min(depths[i], longest)] += 1
    # Codes that were cut short are too many: lengthen others until all fit.
    for i in range(1, longest + 1):
        excess += sizes[i] << (longest - i)
    excess -= 1 << longest
    while excess > 0:
        size = longest - 1
        while sizes[size] == 0:
            size -= 1
        sizes[size] -= 1
        sizes[size + 1] += 1
        excess -= 1 << (longest - 1 - size)
    i = 0
    for size in range(longest, 0, -1):
        for _child in range(sizes[size]):
            grammar.sizes[order[i]] = size
            i += 1


cdef inline int assign_codes(const Grammar* grammar, uint32_t* codes) noexcept nogil:
    # Canonical codes: shorter ones first, equal ones by symbol. Returns the longest size.
    cdef uint32_t code = 0
    cdef int size, symbol, longest = 0
    for size in range(1, CODE_BITS + 1):
        code <<= 1
        for symbol in range(grammar.symbols):
            if grammar.sizes[symbol] == size:
                codes[symbol] = code
                code += 1
                longest = size
    return longest
