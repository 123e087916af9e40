"""The transposition table as a Python object: memory, clearing and statistics.

The search reads and writes it through the inline functions of tt.pxd.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from bolshak.tt cimport Cluster, GENERATIONS, Hit, WAYS, find, load_word, store
from bolshak.zobrist cimport splitmix

cdef extern from *:
    """
    #include <sys/mman.h>
    #ifndef MAP_ANONYMOUS
    #define MAP_ANONYMOUS MAP_ANON
    #endif

    /* Zeroed pages that cost nothing until they are touched; NULL when there is no memory. Huge
       pages make a search 3 % faster, but the first one waits 0.2 s for 64 MiB to be zeroed. */
    static void* pages_take(size_t bytes) {
        void* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            return NULL;
        return memory;
    }
    static void pages_give_back(void* memory, size_t bytes) { munmap(memory, bytes); }
    """
    void* pages_take(size_t bytes) noexcept nogil
    void pages_give_back(void* memory, size_t bytes) noexcept nogil

cdef int SAMPLE = 250                           # clusters looked at by `hashfull`
cdef uint64_t MEBI = 1 << 20


cdef class TranspositionTable:
    """A table of `mebibytes` MiB (at least 1), taken from the system at once.

    Raises MemoryError when there is none. Only the search and `clear` may run at the same time as
    a search; `resize` may not.
    """

    def __cinit__(self, size_t mebibytes=1):
        self.memory = NULL
        self.bytes = 0
        self.table.generation = 1
        self.table.cleared = 1
        self.table.salt = splitmix(0)
        self.resize(mebibytes)

    def __dealloc__(self):
        self.release()

    cdef bint allocate(self, size_t clusters) noexcept:
        cdef size_t bytes = clusters * sizeof(Cluster)
        cdef void* memory = pages_take(bytes)
        if memory == NULL:
            return False
        self.release()
        self.memory = memory
        self.bytes = bytes
        self.table.clusters = <Cluster*>memory          # pages are aligned to more than 64
        self.table.size = clusters
        return True

    cdef void release(self) noexcept:
        if self.memory != NULL:
            pages_give_back(self.memory, self.bytes)
        self.memory = NULL
        self.bytes = 0
        self.table.size = 0

    def resize(self, size_t mebibytes):
        """Give the table `mebibytes` MiB and clear it. Raises MemoryError when there is no
        memory; the table then has its old size."""
        cdef size_t clusters = mebibytes * (MEBI // sizeof(Cluster))
        cdef size_t old = self.table.size
        if mebibytes < 1:
            raise ValueError("a transposition table needs at least 1 MiB")
        if clusters == old:
            self.clear()
            return
        if not self.allocate(clusters):
            # Both sizes together may be too much where the new one alone is not.
            self.release()
            if not self.allocate(clusters):
                if old and not self.allocate(old):
                    self.allocate(MEBI // sizeof(Cluster))
                raise MemoryError(f"no memory for a hash table of {mebibytes} MiB")
        self.clear()

    def clear(self):
        """Forget every entry. Takes no time."""
        if self.table.generation >= GENERATIONS:
            with nogil:
                memset(self.memory, 0, self.bytes)
            self.table.generation = 0
        self.table.generation += 1
        self.table.cleared = self.table.generation
        self.table.salt = splitmix(self.table.salt)

    def next_search(self):
        """Tell the table that a new search begins: older entries go first from now on."""
        if self.table.generation >= GENERATIONS:
            self.clear()
        else:
            self.table.generation += 1

    @property
    def mebibytes(self):
        """Size in MiB."""
        return self.bytes // MEBI

    def hashfull(self):
        """Entries written by the current search, per mille, estimated from the first 1000."""
        cdef uint64_t clusters = min(<uint64_t>SAMPLE, self.table.size)
        cdef uint64_t i, data
        cdef int way
        cdef int used = 0
        for i in range(clusters):
            for way in range(WAYS):
                data = load_word(&self.table.clusters[i].entry[way].data)
                used += data != 0 and data >> 42 == self.table.generation
        return used * 1000 // (<int>clusters * WAYS)

    def probe(self, uint64_t key):
        """(move code, score, depth, bound) stored under `key`, or None. For tests."""
        cdef Hit hit = find(&self.table, key)
        return (hit.move, hit.score, hit.depth, hit.bound) if hit.bound else None

    def put(self, uint64_t key, int move, int score, int depth, int bound):
        """Store an entry; bound: 1 upper, 2 lower, 3 exact. For tests."""
        store(&self.table, key, move, score, depth, bound)
