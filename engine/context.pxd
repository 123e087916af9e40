# What one search thread owns, and what every node needs from it: counting and stopping,
# repetition, the key of the table, scores.
#
# Scores are centi-men from the side to move. A game won or lost by force scores +-(MATE - n),
# n = plies from the root to its end. Endgame tables that know only the result score
# +-(TABLE_WIN - n), n = plies to the probed position. Everything else stays within LIMIT.

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy

from bolshak.control cimport (Control, NEVER, POLL, add_number, check_that, get_number, now_ns,
                              set_number)
from bolshak.order cimport History
from bolshak.tt cimport Table
from bolshak.types cimport Clause, Game, MOVES, Move, Position

cdef enum:
    MAX_DEPTH = 127
    MAX_PLY = 250               # deepest node of a search
    PAST = 256                  # positions before the root that can come back: `quiet` stops at 255
    LINE = 128                  # moves of a principal variation that are kept
    ARENA = 1 << 17             # moves in the lists of one thread; 4 MiB, touched as needed

    INFINITE = 32000
    MATE = 31000
    TABLE_WIN = 29000
    WIN = 28000                 # from here on a result, not an estimate
    LIMIT = 25000

    # Draw counters in the key of the table, by the plies that are left to the limit of a clause.
    NEAR = 16                   # exact
    MIDDLE = 40                 # in steps of four plies; not at all beyond
    FAR = 1000

    SLOW = 2000000              # ns between two looks at the control, at most
    RUSH = 1 << 20              # nodes after which the first iteration hurries

    UNKNOWN = 2                 # answer of `probe` beside LOST, TIED, WON
    NO_ANSWER = INFINITE + 1    # of `ask_tables`

cdef struct RootMove:
    Move move
    int score                   # -INFINITE: not the best so far, or cut off
    int previous                # score of the iteration before
    int length
    Move* line                  # room for LINE moves; the first one is `move`

cdef struct Context:            # 100 kB; the pointers lead to 6 MB that are touched as needed
    const Game* game
    Table* table
    Control* control
    int64_t nodes
    int64_t counted             # nodes already in `control.nodes`
    int64_t next_look           # look at the control when `nodes` reaches this
    int64_t interval            # nodes between looks, at most POLL, fewer where nodes are slow
    int64_t looked              # time of the last look
    bint stopped                # set once; every function returns at once and its score is void
    bint solo                   # the only thread: the node limit is exact
    bint patient                # not to be stopped by the clock: the first iteration of a search
    bint hurried                # ... which has become too long: every node is a leaf now
    int selective               # deepest ply of this iteration
    int64_t leaves              # evaluated positions and the sum of their plies
    int64_t leaf_plies
    int root                    # index of the root in `keys`
    uint64_t keys[PAST + MAX_PLY]
    int length[MAX_PLY + 2]     # principal variations by ply ...
    Move* lines                 # ... MAX_PLY moves each
    Move* arena
    Move* top                   # free part of the arena
    Move* end
    RootMove* roots
    int root_count
    Position root_position
    int (*probe)(const void* tables, const Position* position) noexcept nogil
        # result for the side to move with best play, asked only where nothing can be captured
    const void* tables
    int probe_pieces            # most pieces to ask for, 0 = no tables
    int64_t probe_hits          # answers, and those already in `control.table_hits`
    int64_t counted_hits
    void (*on_current)(void* owner, const Move* move, int number) noexcept nogil
        # told before each root move of a long search; NULL = nobody listens
    void* owner
    int64_t current_from        # time of `now_ns` from which on it is told
    History history


cdef inline bint look(Context* context) noexcept nogil:
    # The rare part of `visit`.
    cdef Control* control = context.control
    cdef int64_t limit = get_number(&control.node_limit)
    cdef int64_t total = add_number(&control.nodes, context.nodes - context.counted)
    cdef int64_t now = now_ns()
    context.counted = context.nodes
    add_number(&control.table_hits, context.probe_hits - context.counted_hits)
    context.counted_hits = context.probe_hits
    if (get_number(&control.stop) or total >= limit
            or not context.patient and now >= get_number(&control.deadline)):
        set_number(&control.stop, 1)
        context.stopped = True
        return True
    if context.patient and (context.nodes >= RUSH or now >= get_number(&control.deadline)):
        context.hurried = True
    if now - context.looked > SLOW:
        context.interval = max(context.interval // 4, 1)
    elif context.interval < POLL:
        context.interval *= 2
    context.looked = now
    context.next_look = context.nodes + context.interval
    if context.patient and context.nodes < RUSH:
        context.next_look = min(context.next_look, RUSH)
    if context.solo and limit - total < context.interval:
        context.next_look = context.nodes + limit - total
    return False


cdef inline bint visit(Context* context) noexcept nogil:
    # Counts a node. True: the search is over, leave at once.
    if context.stopped or context.nodes >= context.next_look and look(context):
        return True
    context.nodes += 1
    return False


cdef inline bint repeated(const Context* context, const Position* position, int ply) noexcept nogil:
    # Draw by repetition: second time since the root, or as often as the rules say in all.
    cdef int here = context.root + ply
    cdef int last = here - position.quiet
    cdef int times = 1
    cdef int i = here - 4
    if last < 0:
        last = 0
    while i >= last:
        if context.keys[i] == position.key:
            times += 1
            if i >= context.root or times == context.game.repetition:
                return True
        i -= 2
    return False


cdef inline int plies_left(const Game* game, const Position* position,
                           uint64_t* key) noexcept nogil:
    # Plies until the nearest draw clause may reach its limit, FAR if there is none; `key` becomes
    # the key of the position with the counters of clauses that are near.
    cdef const Clause* clause
    cdef int i, count, left
    cdef int least = FAR
    cdef int pieces
    key[0] = position.key
    if position.kings[0] + position.kings[1] == 0 and not game.counted_without_kings:
        return FAR
    pieces = position.men[0] + position.men[1] + position.kings[0] + position.kings[1]
    for i in range(game.clauses):
        clause = &game.clause[i]
        count = position.counters[clause.counter]
        left = clause.limit - count
        if left < 0 or left > MIDDLE or pieces < clause.low or pieces > clause.high:
            continue
        if left < least:
            least = left
        if count:
            if left > NEAR:
                count |= 3
            key[0] ^= <uint64_t>(i << 8 | count) * 0xD6E8FEB86659FD93ULL
    return least


cdef inline int ended(const Context* context, const Position* position, int ply) noexcept nogil:
    # Score of a position without legal move.
    return context.game.verdict(context.game, position) * (MATE - ply)


cdef inline int ruled_draw(Context* context, const Position* position, int ply) noexcept nogil:
    # Score of a position where a draw clause has reached its limit: a legal move must exist.
    if context.game.generate(context.game, position, context.top):
        return 0
    return ended(context, position, ply)


cdef inline int estimate(const Context* context, const Position* position) noexcept nogil:
    cdef int score = context.game.evaluate(context.game, position)
    return LIMIT if score > LIMIT else -LIMIT if score < -LIMIT else score


cdef inline int ask_tables(Context* context, const Position* position, int ply) noexcept nogil:
    # The score by the endgame tables, NO_ANSWER if they have none. They are asked only after a
    # capture or a man move, which is how their domain is entered; within it the search has to
    # make progress by itself.
    cdef int result
    if (context.probe_pieces == 0 or position.quiet or ply == 0
            or position.men[0] + position.men[1] + position.kings[0] + position.kings[1]
            > context.probe_pieces or context.game.can_capture(position, position.side)):
        return NO_ANSWER
    result = context.probe(context.tables, position)
    if result == UNKNOWN:
        return NO_ANSWER
    context.probe_hits += 1
    return result * (TABLE_WIN - ply)


cdef inline bint in_time(int score, int ply, int left) noexcept nogil:
    # Whether a win or loss that the transposition table tells is reached before a draw clause, at
    # least `left` plies off, may turn it into a draw.
    return (MATE if abs(score) > TABLE_WIN else TABLE_WIN) - abs(score) - ply <= left


cdef inline int to_table(int score, int ply) noexcept nogil:
    # Results are stored with plies from the position, not from the root.
    return score + ply if score >= WIN else score - ply if score <= -WIN else score


cdef inline int from_table(int score, int ply) noexcept nogil:
    return score - ply if score >= WIN else score + ply if score <= -WIN else score


cdef inline bint crowded(const Context* context) noexcept nogil:
    # Not to be searched any further: the first iteration has become too long, or there is no room
    # for one more list of moves, which never happens on a real board.
    return context.hurried or context.end - context.top < MOVES


cdef inline void follow(Context* context, int ply, const Move* move) noexcept nogil:
    # The principal variation at `ply` becomes `move` and the one of the next ply.
    cdef Move* line = context.lines + ply * MAX_PLY
    cdef int length = context.length[ply + 1]
    if length > MAX_PLY - 1 - ply:
        length = MAX_PLY - 1 - ply
    line[0] = move[0]
    memcpy(line + 1, context.lines + (ply + 1) * MAX_PLY, length * sizeof(Move))
    context.length[ply] = length + 1
