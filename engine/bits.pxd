# Bit boards of 64 or 128 bits, as the kernel's BOARD_WIDE says, and what counts and scans them.

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #ifndef BOLSHAK_BITS
    #define BOLSHAK_BITS
    #include <stdint.h>
    #include <assert.h>

    #if BOARD_WIDE
    /* Aligned as a 64-bit number, so that it can lie in Position.board. */
    typedef unsigned __int128 bits_t __attribute__((aligned(8)));
    #define BITS(low, high) ((bits_t)(high) << 64 | (low))
    #else
    typedef uint64_t bits_t;
    #define BITS(low, high) (low)
    #endif

    #ifdef __GNUC__
    #define bits_lowest64 __builtin_ctzll
    #define bits_highest64(b) (63 - __builtin_clzll(b))
    #define bits_inline static inline __attribute__((always_inline))
    #else
    #error "GCC or Clang is needed"
    #endif

    bits_inline int bits_count64(uint64_t b) {
    #if defined(__POPCNT__) || !defined(__x86_64__)
        return __builtin_popcountll(b);
    #else
        /* The baseline has no instruction for it, and the compiler would call a function. */
        b -= b >> 1 & 0x5555555555555555ULL;
        b = (b & 0x3333333333333333ULL) + (b >> 2 & 0x3333333333333333ULL);
        b = (b + (b >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)(b * 0x0101010101010101ULL >> 56);
    #endif
    }

    bits_inline int bits_count(bits_t b) {
    #if BOARD_WIDE
        return bits_count64((uint64_t)b) + bits_count64((uint64_t)(b >> 64));
    #else
        return bits_count64(b);
    #endif
    }

    /* Index of the lowest set bit; b must not be 0. */
    bits_inline int bits_lowest(bits_t b) {
        assert(b != 0);
    #if BOARD_WIDE
        return (uint64_t)b ? bits_lowest64((uint64_t)b) : 64 + bits_lowest64((uint64_t)(b >> 64));
    #else
        return bits_lowest64(b);
    #endif
    }

    /* Index of the highest set bit; b must not be 0. */
    bits_inline int bits_highest(bits_t b) {
        assert(b != 0);
    #if BOARD_WIDE
        return (uint64_t)(b >> 64) ? 64 + bits_highest64((uint64_t)(b >> 64))
                                   : bits_highest64((uint64_t)b);
    #else
        return bits_highest64(b);
    #endif
    }

    bits_inline bits_t bits_bit(int index) { return (bits_t)1 << index; }

    /* Shift towards the high end for a positive distance, towards the low end for a negative. */
    bits_inline bits_t bits_shift(bits_t b, int distance) {
        return distance >= 0 ? b << (distance & 127) : b >> (-distance & 127);
    }

    bits_inline uint64_t bits_low(bits_t b) { return (uint64_t)b; }
    bits_inline uint64_t bits_high(bits_t b) {
    #if BOARD_WIDE
        return (uint64_t)(b >> 64);
    #else
        (void)b; return 0;
    #endif
    }
    #endif
    """
    # The name says 64 bits only because Cython wants to know some integer type; C decides.
    ctypedef unsigned long long Bits "bits_t"
    Bits make_bits "BITS"(uint64_t low, uint64_t high) noexcept nogil
    int count "bits_count"(Bits b) noexcept nogil
    int lowest "bits_lowest"(Bits b) noexcept nogil
    int highest "bits_highest"(Bits b) noexcept nogil
    Bits bit "bits_bit"(int index) noexcept nogil
    Bits shift "bits_shift"(Bits b, int distance) noexcept nogil
    uint64_t low_half "bits_low"(Bits b) noexcept nogil
    uint64_t high_half "bits_high"(Bits b) noexcept nogil
