"""The memory of one search thread, and its commands as Python sees them.

A `SearchControl` is shared by the workers of one search and may be used from any thread at any
time. A `Worker` belongs to the thread that searches; other threads may only read its counts.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from bolshak.context cimport (ARENA, INFINITE, LINE, MAX_DEPTH, MAX_PLY, PAST, Context,
                              RootMove, ended, estimate, plies_left)
from bolshak.control cimport NEVER, add_number, get_number, now_ns, set_number
from bolshak.order cimport forget
from bolshak.position cimport Move, Position
from bolshak.search cimport deepen, search_root
from bolshak.tables cimport Tables
from bolshak.tables_probe cimport probe_ruled
from bolshak.tt cimport Hit, TranspositionTable, find
from bolshak.types cimport MOVES, Game, Move as CMove, Position as CPosition, move_code


cdef class SearchControl:
    """Stop flag, deadline and node limit of one search. Safe to use from any thread."""

    def __cinit__(self):
        self.reset()

    def reset(self):
        """Make ready for the next search: not stopped, no limits, no nodes."""
        set_number(&self.data.stop, 0)
        set_number(&self.data.deadline, NEVER)
        set_number(&self.data.node_limit, NEVER)
        set_number(&self.data.nodes, 0)
        set_number(&self.data.table_hits, 0)

    def stop(self):
        """End the search; every thread sees it within 1024 nodes."""
        set_number(&self.data.stop, 1)

    @property
    def stopped(self) -> bool:
        return get_number(&self.data.stop) != 0

    def set_deadline(self, nanoseconds):
        """Stop at this time of `time.monotonic_ns`, None = never."""
        set_number(&self.data.deadline, NEVER if nanoseconds is None else nanoseconds)

    def set_node_limit(self, nodes):
        """Stop at this number of nodes of all threads, None = never; exact with one thread."""
        set_number(&self.data.node_limit, NEVER if nodes is None else nodes)

    @property
    def nodes(self) -> int:
        """Nodes of all threads; up to 1024 too low for each thread that is searching."""
        return get_number(&self.data.nodes)

    @property
    def table_hits(self) -> int:
        """Answers of the endgame tables, of all threads, as late as the nodes."""
        return get_number(&self.data.table_hits)

    def add_table_hits(self, int64_t hits):
        """Count answers that no worker has asked for."""
        add_number(&self.data.table_hits, hits)


cdef void tell_current(void* owner, const CMove* move, int number) noexcept with gil:
    cdef Worker worker = <Worker>owner
    worker.listener(worker.root.variant.wrap(move), number)


cdef class Worker:
    """What one thread needs to search: counters, history and stacks. About 100 kB, and 6 MB that
    are used only as far as a search goes. Raises MemoryError when there is no memory."""

    def __cinit__(self, TranspositionTable table not None, SearchControl control not None):
        self.table = table
        self.control = control
        self.context = <Context*>calloc(1, sizeof(Context))
        if self.context == NULL:
            raise MemoryError("no memory for a search thread")
        self.context.table = &table.table
        self.context.control = &control.data
        self.context.lines = <CMove*>malloc((MAX_PLY + 2) * MAX_PLY * sizeof(CMove))
        self.context.arena = <CMove*>malloc(ARENA * sizeof(CMove))
        if self.context.lines == NULL or self.context.arena == NULL:
            raise MemoryError("no memory for a search thread")
        self.context.top = self.context.arena
        self.context.end = self.context.arena + ARENA
        forget(&self.context.history)

    def __dealloc__(self):
        if self.context != NULL:
            self.free_roots()
            free(self.context.lines)
            free(self.context.arena)
            free(self.context)

    cdef void free_roots(self) noexcept:
        cdef int i
        for i in range(self.context.root_count):
            free(self.context.roots[i].line)
        free(self.context.roots)
        self.context.roots = NULL
        self.context.root_count = 0

    def forget(self):
        """Forget what earlier searches have learned about move ordering."""
        forget(&self.context.history)

    def use_tables(self, Tables tables):
        """Ask these endgame tables from now on, None = none."""
        self.tables = tables
        self.context.probe_pieces = 0 if tables is None else tables.most
        if tables is not None:
            self.context.tables = tables.set
            self.context.probe = probe_ruled

    def prepare(self, Position root not None, list past, list moves, bint solo):
        """Set the position to search, between two searches.

        past: keys of the positions before it, oldest first, only the last 255 count. moves: the
        moves to search in this order, None = all. solo: there is no other thread.
        """
        cdef Context* context = self.context
        cdef CMove[MOVES] legal
        cdef RootMove* target
        cdef int number
        self.free_roots()
        self.root = root
        context.game = root.variant.game
        context.root_position = root.data
        number = context.game.generate(context.game, &root.data, legal)
        context.roots = <RootMove*>calloc(number + 1, sizeof(RootMove))
        if context.roots == NULL:
            raise MemoryError("no memory for the moves of the position")
        order = range(number)
        if moves is not None:
            known = [root.variant.wrap(&legal[i]) for i in order]
            order = [known.index(move) for move in dict.fromkeys(moves) if move in known]
        for i in order:
            target = &context.roots[context.root_count]
            target.line = <CMove*>malloc(LINE * sizeof(CMove))
            if target.line == NULL:
                raise MemoryError("no memory for the moves of the position")
            context.root_count += 1
            target.move = target.line[0] = legal[<int>i]
            target.length = 1
            target.score = target.previous = -INFINITE
        past = past[-(PAST - 1):]
        context.root = len(past)
        for i, key in enumerate(past):
            context.keys[<int>i] = key
        context.nodes = context.counted = context.next_look = 0
        context.leaves = context.leaf_plies = context.probe_hits = context.counted_hits = 0
        context.stopped = False
        context.solo = solo
        context.patient = True
        context.hurried = False
        context.interval = 1
        context.looked = now_ns()
        context.on_current = NULL

    def listen(self, listener, int64_t start):
        """Call listener(move, number) before each root move from the time `start` (of
        `time.monotonic_ns`) on; number counts from 1. The listener must not raise."""
        self.listener = listener
        self.context.owner = <void*>self
        self.context.current_from = start
        self.context.on_current = tell_current

    def search(self, int depth, int alpha, int beta, int first, int last):
        """Search the root moves first..last-1, with the GIL released. Returns the score of the
        best one, which is then at `first`; void if `stopped` is true afterwards."""
        cdef int score
        if first == 0:
            self.context.selective = 0
        with nogil:
            score = search_root(self.context, depth, alpha, beta, first, last)
        return score

    def hurry(self):
        """From now on the clock may stop the search. Not before: a move needs one iteration."""
        self.context.patient = self.context.hurried = False

    def deepen(self, int depth=1, int last=MAX_DEPTH):
        """Search deeper and deeper with the GIL released until stopped or `last` plies are done.
        Returns the score of the last whole iteration."""
        cdef int score
        with nogil:
            score = deepen(self.context, depth, last, 0)
        return score

    def sort(self, int first, int last):
        """Sort the root moves first..last-1 by score, best first; equal ones keep their order."""
        cdef RootMove move
        cdef int i, j
        cdef RootMove* roots = self.context.roots
        for i in range(first + 1, last):
            move = roots[i]
            j = i
            while j > first and roots[j - 1].score < move.score:
                roots[j] = roots[j - 1]
                j -= 1
            roots[j] = move

    def remember(self):
        """Keep the scores of this iteration as `previous`."""
        cdef int i
        for i in range(self.context.root_count):
            self.context.roots[i].previous = self.context.roots[i].score

    @property
    def stopped(self) -> bool:
        return self.context.stopped

    @property
    def root_count(self) -> int:
        """Number of root moves."""
        return self.context.root_count

    @property
    def nodes(self) -> int:
        """Nodes of this thread."""
        return self.context.nodes

    @property
    def total_nodes(self) -> int:
        """Nodes of all threads; up to 1024 too low for each other thread that is searching."""
        return get_number(&self.control.data.nodes) + self.context.nodes - self.context.counted

    @property
    def selective_depth(self) -> int:
        """Deepest ply of the current iteration."""
        return self.context.selective

    @property
    def mean_depth(self) -> float:
        """Average ply of the evaluated positions."""
        return self.context.leaf_plies / max(1, self.context.leaves)

    @property
    def table_hits(self) -> int:
        """Answers of the endgame tables, of all threads."""
        return self.control.table_hits + self.context.probe_hits - self.context.counted_hits

    def score(self, int index) -> int:
        """Score of a root move in the current iteration."""
        return self.context.roots[index].score

    def previous(self, int index) -> int:
        """Score of a root move in the iteration before."""
        return self.context.roots[index].previous

    def move(self, int index) -> Move:
        """The root move at an index."""
        return self.root.variant.wrap(&self.context.roots[index].move)

    def line(self, int index, int length=0) -> list:
        """The principal variation of a root move, legal throughout. One that is shorter than
        `length` is continued with moves of the transposition table."""
        cdef RootMove* root = &self.context.roots[index]
        cdef CMove[LINE] line
        cdef int i, found
        memcpy(line, root.line, root.length * sizeof(CMove))
        found = continue_line(self.context, line, root.length, min(length, <int>LINE))
        return [self.root.variant.wrap(&line[i]) for i in range(found)]

    def static_score(self) -> int:
        """The evaluation of the position itself."""
        return estimate(self.context, &self.context.root_position)

    def end_score(self) -> int:
        """The score of a position without a legal move."""
        return ended(self.context, &self.context.root_position, 0)


cdef int continue_line(Context* context, CMove* line, int known, int length) noexcept:
    # Follows the table behind line[0..known-1] until it has `length` moves, no entry is found, the
    # game is over or a position comes back. Returns the new number of moves.
    cdef const Game* game = context.game
    cdef CPosition[2] positions
    cdef uint64_t[LINE + 1] keys
    cdef CMove[MOVES] moves
    cdef uint64_t key
    cdef Hit hit
    cdef int i, j, number
    cdef const CPosition* here
    positions[0] = context.root_position
    for i in range(LINE):
        here = &positions[i & 1]
        keys[i] = here.key
        if i >= known:
            if i >= length or here.drawn:
                return i
            for j in range(i):
                if keys[j] == here.key:
                    return i
            plies_left(game, here, &key)
            hit = find(context.table, key)
            if hit.bound == 0 or hit.move == 0:
                return i
            number = game.generate(game, here, moves)
            for j in range(number):
                if move_code(&moves[j]) == hit.move:
                    line[i] = moves[j]
                    break
            else:
                return i
        game.make(game, here, &line[i], &positions[i + 1 & 1])
    return LINE
