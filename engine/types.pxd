# The plain structs that every compiled layer shares. Nothing here knows a rule.

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t

cdef enum:
    WHITE = 0
    BLACK = 1

    # Flags of a move.
    BY_KING = 1                 # the moving piece was a king before the move
    CROWNS = 2                  # the moving man is a king afterwards

    # Most legal moves a list has room for: 42 kings of 14x14 have under 1,100 quiet moves, and
    # captures beyond this number are cut off by the generator, never written.
    MOVES = 2048

    # Outcomes of `Game.verdict` for the side to move when it has no legal move.
    LOST = -1
    TIED = 0
    WON = 1

    COUNTERS = 6                # draw counters that ride in a position
    CLAUSES = 10                # draw clauses of one game
    SQUARES = 128               # ghost squares of the widest board
    LEGS = 48                   # captured pieces of one move, at most


cdef struct Move:               # 32 bytes; owned by the move list it stands in
    uint64_t captured[2]        # bits of the captured ghost squares, low and high half
    int32_t score               # for move ordering; no part of the move
    uint8_t origin              # ghost squares
    uint8_t target
    uint8_t flags               # BY_KING, CROWNS
    uint8_t taken               # number of captured pieces; 0 = quiet


cdef struct Path:               # 136 bytes; one way of making a move, see Game.paths
    Move move
    uint8_t length              # number of legs; 0 for a quiet move
    uint8_t victims[LEGS]       # ghost squares, in order of capture
    uint8_t landings[LEGS]      # where the piece turns or stops, else directly behind the victim


cdef struct Men:                # 48 bytes; the pieces of a position as bits, low and high half
    uint64_t pieces[2][2]       # by side
    uint64_t kings[2]


cdef struct Position:           # 88 bytes; a value, copied by make
    uint64_t key                # Zobrist: pieces, side, Frisian king moves, but no draw counter
    uint8_t side                # WHITE or BLACK to move
    uint8_t men[2]              # numbers of men and kings by side
    uint8_t kings[2]
    uint8_t quiet               # plies that could be taken back, up to 255: those since the last
                                # capture or man move (Turkish men step sideways and back)
    uint8_t drawn               # 0, or 1 + index of the draw clause that has reached its limit
    uint8_t counters[COUNTERS]  # plies, one per counter of the game's draw rules, stop at 255
    uint64_t board[8]           # laid out by the kernel, see kernels/board.pxd


cdef struct Clause:             # 8 bytes; one draw rule of a game, see rules.py
    uint8_t pattern
    uint8_t low                 # the clause wants this many pieces in all, low..high
    uint8_t high
    uint8_t limit               # plies
    uint8_t reset               # events that set the counter to zero
    uint8_t counter             # index in Position.counters
    uint8_t row                 # 1 = only the first fitting row counts and looks after its counter
    uint8_t paused              # 1 = the counter stands still while the pattern does not hold


cdef struct Game:               # about 270 bytes; filled by the kernel, owned by `Variant`
    # Everything the search needs to know of a game. All functions may run in any thread.
    int (*generate)(const Game* game, const Position* position, Move* moves) noexcept nogil
        # writes the distinct legal moves, returns their number; draw rules are ignored
    bint (*can_capture)(const Position* position, int side) noexcept nogil
        # whether `side` could capture something if it were to move
    void (*make)(const Game* game, const Position* position, const Move* move,
                 Position* after) noexcept nogil
        # `after` must not alias `position`; updates key, counts, counters and `drawn`
    int (*evaluate)(const Game* game, const Position* position) noexcept nogil
        # centi-men from the side to move; sensible only when nothing can be captured
    void (*features)(const Position* position, int* terms) noexcept nogil
        # the evaluation's features before weights, White's minus Black's, see evaluate.pxd
    int (*verdict)(const Game* game, const Position* position) noexcept nogil
        # LOST, TIED or WON for the side to move, to be asked only when it has no legal move
    bint (*can_crown)(const Position* position, int side) noexcept nogil
        # whether a man of `side` could be crowned by a quiet move if it were to move
    void (*setup)(const Game* game, Position* position, const Men* men, int side, int halfmoves,
                  const uint8_t* shuffles, const uint8_t* shuffler) noexcept nogil
        # builds a position; halfmoves seeds the counter of king moves; Frisian king moves by side
    void (*read)(const Position* position, Men* men, uint8_t* shuffles,
                 uint8_t* shuffler) noexcept nogil
    int (*paths)(const Game* game, const Position* position, Path* paths, int room) noexcept nogil
        # every path of every legal move (turns, rules.md 1.4), at most `room`
    uint64_t (*perft)(const Game* game, const Position* position, int depth, bint turns,
                      const int* stop) noexcept nogil
        # leaf nodes at this depth, draw rules ignored; a wrong number once *stop is not 0
    void (*solve)(const Game* game, void* problem) noexcept nogil
        # solves all positions of two armies; `problem` is a `Problem` of kernels/problem.pxd
    uint8_t inverted            # 1: who has no move wins
    uint8_t repetition          # occurrences of a position that draw the game, 0 = none
    uint8_t clauses
    uint8_t counted_without_kings   # 1: a draw clause can count while no king is on the board
    Clause clause[CLAUSES]
    void (*prepare)(Game* game) noexcept nogil
        # fills `places` from the weights, where the owner has put memory
    int places_size             # how many numbers `places` has room for
    int16_t* places             # evaluation of the men of a side by 12 squares at a time
    int16_t weight[16]          # evaluation weights, see evaluate.pxd


cdef inline uint16_t move_code(const Move* move) noexcept nogil:
    # 16 bits that tell the legal moves of one position apart, all but always: 7 bits for each
    # square, 2 bits of a hash of the captured set. For tables and ordering only.
    cdef uint64_t mixed = (move.captured[0] ^ move.captured[1] * 3) * 0x9E3779B97F4A7C15ULL
    return <uint16_t>(move.origin | move.target << 7 | (mixed >> 62) << 14)


cdef inline bint same_move(const Move* a, const Move* b) noexcept nogil:
    return (a.origin == b.origin and a.target == b.target and a.captured[0] == b.captured[0]
            and a.captured[1] == b.captured[1] and a.flags == b.flags)
