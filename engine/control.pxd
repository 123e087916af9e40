# What the threads of one search share: the stop flag, the limits and the node total. Every field
# is read and written with relaxed atomic operations, so any thread may do so at any time.

from libc.stdint cimport int64_t

cdef extern from *:
    """
    #ifndef BOLSHAK_CONTROL
    #define BOLSHAK_CONTROL
    #include <assert.h>
    #include <stdint.h>
    #include <time.h>

    #ifndef __GNUC__
    #error "GCC or Clang is needed"
    #endif

    #define atomic_get(pointer) __atomic_load_n((pointer), __ATOMIC_RELAXED)
    #define atomic_set(pointer, value) __atomic_store_n((pointer), (value), __ATOMIC_RELAXED)
    #define atomic_add(pointer, value) __atomic_add_fetch((pointer), (value), __ATOMIC_RELAXED)

    /* Nanoseconds of the clock that never goes back; Python's time.monotonic_ns() on Linux. */
    static inline int64_t now_ns(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    }

    /* Compiled in by the debug build only. */
    #define check_that(condition) assert(condition)
    #endif
    """
    int64_t get_number "atomic_get"(const int64_t* pointer) noexcept nogil
    void set_number "atomic_set"(int64_t* pointer, int64_t value) noexcept nogil
    int64_t add_number "atomic_add"(int64_t* pointer, int64_t value) noexcept nogil
    int64_t now_ns() noexcept nogil
    void check_that(bint condition) noexcept nogil
    const int64_t NEVER "INT64_MAX"

cdef enum:
    POLL = 1024                 # nodes of one thread between two looks at the control

cdef struct Control:
    int64_t stop                # not 0: every thread returns at its next look
    int64_t deadline            # stop at this time of `now_ns`
    int64_t node_limit          # stop when the total reaches this number; exact with one thread
    int64_t nodes               # total of all threads, at most POLL too low for each of them
    int64_t table_hits          # answers of the endgame tables, as late as the nodes
