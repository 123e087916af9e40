# A compressed row of small numbers that can be read at any place: pairs of symbols replaced by new
# symbols again and again (Re-Pair), what is left written in a canonical Huffman code, in blocks of
# BLOCK bytes that begin with a whole symbol. Reading touches nothing but constant memory.

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

cdef extern from *:
    """
    #ifndef BOLSHAK_STREAM
    #define BOLSHAK_STREAM
    #include <stdint.h>
    #include <string.h>
    #if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    #error "The files of endgame tables are read as they lie, on little-endian machines"
    #endif

    static inline uint64_t stream_word(const uint8_t* bytes) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        return __builtin_bswap64(word);
    }
    #endif
    """
    uint64_t stream_word(const uint8_t* bytes) noexcept nogil

cdef enum:
    BLOCK = 16                  # bytes
    CODE_BITS = 13              # longest code
    SYMBOLS = 1 << 12           # at most
    LONGEST = 65535             # numbers that one symbol stands for, at most
    NO_NUMBER = 255             # answer for a stream that is not there


cdef struct Stream:             # 64 bytes
    int64_t length              # numbers in it; 0 = not there
    int constant                # the number that it consists of, or -1
    int alphabet                # symbols below this one are the numbers themselves
    int code_bits
    int chunk_bits              # a chunk has 1 << chunk_bits numbers
    const uint32_t* codes       # by the next `code_bits` bits: how many numbers the symbol stands
                                # for << 16 | symbol << 4 | bits of its code
    const uint64_t* pairs       # by symbol: length of its left half << 32 | right << 16 | left
    # In the file:
    const uint32_t* chunks      # by chunk: blocks that begin before it, and how far before it the
                                # last of them begins; one chunk more than there are
    const uint16_t* starts      # by block: where in its chunk it begins
    const uint8_t* blocks       # 8 bytes more than there are, so that whole words can be read


cdef inline int64_t find_block(const Stream* stream, int64_t place, int64_t* offset) noexcept nogil:
    # The block with a number, and where in the block it is.
    cdef int64_t chunk = place >> stream.chunk_bits
    cdef uint16_t within = <uint16_t>(place & (<int64_t>1 << stream.chunk_bits) - 1)
    cdef const uint32_t* here = &stream.chunks[2 * chunk]
    cdef const uint16_t* starts = &stream.starts[here[0]]
    cdef uint32_t left = here[2] - here[0], half
    cdef uint32_t passed = 0            # blocks of this chunk that begin at or before the place
    # Without branches: where to go next is as good as random.
    while left > 1:
        half = left >> 1
        passed += half * (starts[passed + half - 1] <= within)
        left -= half
    if left:
        passed += starts[passed] <= within
    offset[0] = within - starts[passed - 1] if passed else within + <int64_t>here[1]
    return <int64_t>here[0] + passed - 1


cdef inline int number_at(const Stream* stream, int64_t place) noexcept nogil:
    # The number at a place from 0 on; NO_NUMBER for an absent stream and in damaged files.
    cdef const uint8_t* block
    cdef int64_t offset
    cdef uint64_t bits
    cdef uint32_t code
    cdef int have = 64, used = 0, symbol, size
    cdef uint64_t pair
    cdef bint right
    if stream.constant >= 0 or stream.length == 0:
        return stream.constant if stream.length else NO_NUMBER
    block = stream.blocks + BLOCK * find_block(stream, place, &offset)
    bits = stream_word(block)
    while True:
        code = stream.codes[bits >> (64 - stream.code_bits)]
        if offset < <int64_t>(code >> 16):
            break
        offset -= code >> 16
        size = code & 15
        used += size
        bits <<= size
        have -= size
        if have < CODE_BITS:
            if used >= 8 * BLOCK:
                return NO_NUMBER
            bits = stream_word(block + (used >> 3)) << (used & 7)
            have = 64 - (used & 7)
    symbol = code >> 4 & 0xFFF
    while symbol >= stream.alphabet:
        pair = stream.pairs[symbol]
        right = offset >= <int64_t>(pair >> 32)
        offset -= <int64_t>(pair >> 32) & -<int64_t>right
        symbol = pair >> 16 * right & 0xFFFF
    return symbol


cdef inline void unpack_block(const Stream* stream, const uint8_t* block, int64_t count,
                              uint8_t* out) noexcept nogil:
    # The first `count` numbers of a block.
    cdef uint16_t[SYMBOLS] waiting      # symbols that are still to be taken apart
    cdef uint32_t code
    cdef int used = 0, depth, symbol
    cdef uint64_t pair
    cdef uint8_t* end = out + count
    while out < end and used < 8 * BLOCK:
        code = stream.codes[stream_word(block + (used >> 3)) << (used & 7)
                            >> (64 - stream.code_bits)]
        waiting[0] = code >> 4 & 0xFFF
        used += code & 15
        depth = 1
        while depth and out < end:
            depth -= 1
            symbol = waiting[depth]
            while symbol >= stream.alphabet:
                pair = stream.pairs[symbol]
                waiting[depth] = pair >> 16 & 0xFFFF
                depth += 1
                symbol = pair & 0xFFFF
            out[0] = <uint8_t>symbol
            out += 1


cdef inline void unpack(const Stream* stream, uint8_t* out) noexcept nogil:
    # All numbers of a stream.
    cdef int64_t chunks, chunk, block, begin, end
    if stream.constant >= 0:
        memset(out, stream.constant, stream.length)
        return
    chunks = (stream.length - 1 >> stream.chunk_bits) + 1
    end = stream.length
    for chunk in range(chunks - 1, -1, -1):
        for block in range(<int64_t>stream.chunks[2 * chunk + 2] - 1,
                           <int64_t>stream.chunks[2 * chunk] - 1, -1):
            begin = (chunk << stream.chunk_bits) + stream.starts[block]
            unpack_block(stream, stream.blocks + BLOCK * block, end - begin, out + begin)
            end = begin
