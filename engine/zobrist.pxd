# Fixed-seed hash numbers, so that keys are the same on every machine and in every process.

from libc.stdint cimport uint64_t

cdef inline uint64_t splitmix(uint64_t n) noexcept nogil:
    # The n-th number of the SplitMix64 sequence (Steele, Lea, Flood 2014) with seed 0.
    cdef uint64_t z = (n + 1) * 0x9E3779B97F4A7C15ULL
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)
