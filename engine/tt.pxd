# The transposition table: 16-byte entries, four to a cluster, a cluster to a 64-byte cache line.
#
# All threads use it without locks. An entry is two words that are read and written one by one;
# the first holds key XOR data, so that a torn entry fits no key and reads as a miss. Clearing is
# free: it changes the salt, which all locks are mixed with, and old entries count as empty. Hence
# an untouched part of the table costs no memory, and a search never depends on what was stored
# before the last clearing.
#
# Replacement within a cluster: an entry of the same key, else an empty one, else the one with
# the least depth, where each search that has passed since counts as AGE plies.

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef BOLSHAK_TT
    #define BOLSHAK_TT
    #include <stdint.h>
    #define tt_load(pointer) __atomic_load_n((pointer), __ATOMIC_RELAXED)
    #define tt_save(pointer, value) __atomic_store_n((pointer), (value), __ATOMIC_RELAXED)
    #define tt_prefetch(pointer) __builtin_prefetch(pointer)
    /* The high half of the product maps a key evenly on 0..size-1, whatever the size. */
    #define tt_scale(key, size) ((uint64_t)(((unsigned __int128)(key) * (size)) >> 64))
    #endif
    """
    uint64_t load_word "tt_load"(const uint64_t* pointer) noexcept nogil
    void save_word "tt_save"(uint64_t* pointer, uint64_t value) noexcept nogil
    void prefetch "tt_prefetch"(const void* pointer) noexcept nogil
    uint64_t scale "tt_scale"(uint64_t key, uint64_t size) noexcept nogil

cdef enum:
    # Kinds of score; EXACT is both bounds. 0 = no entry.
    UPPER = 1
    LOWER = 2
    EXACT = 3

    WAYS = 4                    # entries of a cluster
    AGE = 4                     # plies that a search's age is worth
    GENERATIONS = 1 << 21       # searches before the table has to be wiped
    EMPTY = -(1 << 30)          # worth of an entry that may be overwritten at no loss

cdef struct Entry:              # 16 bytes
    uint64_t lock               # key ^ salt ^ data
    uint64_t data               # move 16 bits, score 16, depth 8, bound 2, generation 22

cdef struct Cluster:            # 64 bytes, aligned
    Entry entry[WAYS]

cdef struct Table:
    Cluster* clusters
    uint64_t size               # clusters, at least 1
    uint64_t salt               # changed by each clearing
    uint32_t generation         # number of this search
    uint32_t cleared            # generation of the last clearing

cdef struct Hit:
    uint16_t move               # types.move_code, 0 = none
    int16_t score               # as stored, see search.pxd for win scores
    uint8_t depth
    uint8_t bound               # 0 = nothing found


cdef inline Cluster* cluster_of(const Table* table, uint64_t key) noexcept nogil:
    return &table.clusters[scale(key, table.size)]


cdef inline Hit find(const Table* table, uint64_t key) noexcept nogil:
    cdef Cluster* cluster = cluster_of(table, key)
    cdef Hit hit
    cdef uint64_t data
    cdef uint64_t salted = key ^ table.salt
    cdef int i
    for i in range(WAYS):
        data = load_word(&cluster.entry[i].data)
        if load_word(&cluster.entry[i].lock) ^ data == salted:
            hit.move = <uint16_t>data
            hit.score = <int16_t>(data >> 16)
            hit.depth = <uint8_t>(data >> 32)
            hit.bound = data >> 40 & 3
            return hit
    hit.move = 0
    hit.score = 0
    hit.depth = 0
    hit.bound = 0
    return hit


cdef inline void store(Table* table, uint64_t key, uint16_t move, int score, int depth,
                       int bound) noexcept nogil:
    cdef Cluster* cluster = cluster_of(table, key)
    cdef Entry* victim = &cluster.entry[0]
    cdef uint64_t data
    cdef uint64_t salted = key ^ table.salt
    cdef uint32_t generation
    cdef int i, worth
    cdef int least = 1 << 30
    if depth < 0:
        depth = 0
    for i in range(WAYS):
        data = load_word(&cluster.entry[i].data)
        generation = <uint32_t>(data >> 42)
        if load_word(&cluster.entry[i].lock) ^ data == salted and data:
            victim = &cluster.entry[i]
            if move == 0:
                move = <uint16_t>data
            if (generation == table.generation and bound != EXACT
                    and <int>(data >> 32 & 255) > depth):
                return                          # keep what took longer to find
            break
        if data == 0 or generation < table.cleared:
            worth = EMPTY
        else:
            worth = <int>(data >> 32 & 255) - AGE * <int>(table.generation - generation)
        if worth < least:
            least = worth
            victim = &cluster.entry[i]
    data = (<uint64_t>move | <uint64_t><uint16_t>score << 16 | <uint64_t>depth << 32
            | <uint64_t>bound << 40 | <uint64_t>table.generation << 42)
    save_word(&victim.data, data)
    save_word(&victim.lock, salted ^ data)


cdef class TranspositionTable:
    cdef Table table
    cdef void* memory           # what `table.clusters` lies in, NULL = none yet
    cdef size_t bytes           # its length

    cdef bint allocate(self, size_t clusters) noexcept
    cdef void release(self) noexcept
