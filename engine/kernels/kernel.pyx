"""One rule set, compiled: move generation, making moves, evaluation and perft.

setup.py compiles this file once for each rule set of `bolshak.games`, as bolshak.kernels.NAME,
with the rule record as C constants. The module holds nothing but the functions of a `Game`.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bolshak.bits cimport Bits, bit, count, high_half, low_half, lowest, make_bits, shift
from bolshak.draws cimport CAPTURE, MAN_MOVE, fits
from bolshak.types cimport (BLACK, LOST, MOVES, SQUARES, WHITE, WON, Game, Men, Move, Path,
                            Position)
from bolshak.zobrist cimport splitmix
from bolshak.kernels.board cimport Black, Board, RAYS, White, board_of
from bolshak.kernels.constants cimport *
from bolshak.kernels.endgame cimport solve_pair
from bolshak.kernels.evaluate cimport (CENTRES, CHUNKS, CHUNK_BITS, CHUNK_SIZE, ROWS, all_terms,
                                       evaluate_position, place_value)
from bolshak.kernels.make cimport KEYS, facts_of, make_side, shuffle_key, side_key
from bolshak.kernels.movegen cimport (captures, generate_side, is_over, jumping_kings,
                                      jumping_men, man_moves, side_can_capture)
from bolshak.kernels.perft cimport perft_side
from bolshak.kernels.problem cimport Problem


cdef int generate(const Game* game, const Position* position, Move* moves) noexcept nogil:
    if position.side == WHITE:
        return generate_side(board_of(position), moves, False, <White*>NULL)
    return generate_side(board_of(position), moves, False, <Black*>NULL)


cdef bint can_capture(const Position* position, int side) noexcept nogil:
    if side == WHITE:
        return side_can_capture(board_of(position), <White*>NULL)
    return side_can_capture(board_of(position), <Black*>NULL)


cdef void make(const Game* game, const Position* position, const Move* move,
               Position* after) noexcept nogil:
    if position.side == WHITE:
        make_side(game, position, move, after, <White*>NULL)
    else:
        make_side(game, position, move, after, <Black*>NULL)


cdef int verdict(const Game* game, const Position* position) noexcept nogil:
    cdef const Board* board = board_of(position)
    cdef int own = position.side
    if ENDING == ENDS_FIRST_KING and board.kings:
        return LOST if board.kings & board.pieces[own ^ 1] else WON
    if ENDING == ENDS_LAST_PIECE:
        if count(board.pieces[own]) < 2:
            return LOST
        if count(board.pieces[own ^ 1]) < 2:
            return WON
    return WON if game.inverted else LOST


cdef bint can_crown(const Position* position, int side) noexcept nogil:
    cdef const Board* board = board_of(position)
    cdef Bits men = board.pieces[side] & ~board.kings
    cdef Bits empty = BOARD & ~(board.pieces[WHITE] | board.pieces[BLACK])
    cdef int directions = man_moves(<White*>NULL) if side == WHITE else man_moves(<Black*>NULL)
    cdef int direction
    empty &= FAR_WHITE if side == WHITE else FAR_BLACK
    for direction in range(8):
        if directions >> direction & 1 and shift(men, STEPS[direction]) & empty:
            return True
    return False


cdef uint64_t key_of(const Position* position) noexcept nogil:
    cdef const Board* board = board_of(position)
    cdef uint64_t key = side_key() if position.side == BLACK else 0
    cdef Bits pieces
    cdef int side, square
    for side in range(2):
        pieces = board.pieces[side]
        while pieces:
            square = lowest(pieces)
            pieces &= pieces - 1
            key ^= KEYS[2 * side + (1 if board.kings & bit(square) else 0)][square]
    return key ^ shuffle_key(board)


cdef void setup(const Game* game, Position* position, const Men* men, int side, int halfmoves,
                const uint8_t* shuffles, const uint8_t* shuffler) noexcept nogil:
    cdef Board* board = <Board*>position.board
    cdef int i
    memset(position, 0, sizeof(Position))
    board.kings = make_bits(men.kings[0], men.kings[1])
    for i in range(2):
        board.pieces[i] = make_bits(men.pieces[i][0], men.pieces[i][1])
        board.shuffles[i] = shuffles[i]
        board.shuffler[i] = shuffler[i] if shuffles[i] else 0
        position.kings[i] = count(board.pieces[i] & board.kings)
        position.men[i] = count(board.pieces[i] & ~board.kings)
    position.side = side
    position.key = key_of(position)
    for i in range(game.clauses):
        if game.clause[i].reset & CAPTURE and game.clause[i].reset & MAN_MOVE:
            position.counters[game.clause[i].counter] = min(halfmoves, 255)
    for i in range(game.clauses):
        if (not position.drawn and position.counters[game.clause[i].counter]
                >= game.clause[i].limit and fits(&game.clause[i], position,
                                                 facts_of(game, position))):
            position.drawn = i + 1


cdef void read(const Position* position, Men* men, uint8_t* shuffles,
               uint8_t* shuffler) noexcept nogil:
    cdef const Board* board = board_of(position)
    cdef int i
    for i in range(2):
        men.pieces[i][0] = low_half(board.pieces[i])
        men.pieces[i][1] = high_half(board.pieces[i])
        shuffles[i] = board.shuffles[i]
        shuffler[i] = board.shuffler[i]
    men.kings[0] = low_half(board.kings)
    men.kings[1] = high_half(board.kings)


cdef int quiet_paths(const Game* game, const Position* position, Path* paths,
                     int room) noexcept nogil:
    cdef Move moves[MOVES]
    cdef int n = generate(game, position, moves), i
    n = min(n, room)
    for i in range(n):
        paths[i].move = moves[i]
        paths[i].length = 0
    return n


cdef int paths(const Game* game, const Position* position, Path* out, int room) noexcept nogil:
    cdef const Board* board = board_of(position)
    if is_over(board):
        return 0
    if not can_capture(position, position.side):
        return quiet_paths(game, position, out, room)
    if position.side == WHITE:
        return captures(board, NULL, out, room, True, jumping_men(board, <White*>NULL),
                        jumping_kings(board, <White*>NULL), <White*>NULL)
    return captures(board, NULL, out, room, True, jumping_men(board, <Black*>NULL),
                    jumping_kings(board, <Black*>NULL), <Black*>NULL)


cdef uint64_t perft(const Game* game, const Position* position, int depth, bint turns,
                    const int* stop) noexcept nogil:
    cdef Move* moves
    cdef uint64_t nodes
    if depth <= 0:
        return 1
    moves = <Move*>malloc(<size_t>(depth * MOVES) * sizeof(Move))
    if moves == NULL:
        return 0
    if position.side == WHITE:
        nodes = perft_side(board_of(position), depth, turns, moves, stop, <White*>NULL)
    else:
        nodes = perft_side(board_of(position), depth, turns, moves, stop, <Black*>NULL)
    free(moves)
    return nodes


cdef int evaluate(const Game* game, const Position* position) noexcept nogil:
    return evaluate_position(game, position)


cdef void features(const Position* position, int* terms) noexcept nogil:
    all_terms(position, terms)


cdef void prepare(Game* game) noexcept nogil:
    cdef int side, chunk, index, square
    cdef int16_t* table
    for side in range(2):
        for chunk in range(CHUNKS):
            table = game.places + (side * CHUNKS + chunk) * CHUNK_SIZE
            table[0] = 0
            for index in range(1, CHUNK_SIZE):
                square = chunk * CHUNK_BITS + lowest(index)
                table[index] = table[index & (index - 1)]
                if square <= TOP:
                    table[index] += place_value(game, side, bit(square))


cdef void solve(const Game* game, void* problem) noexcept nogil:
    solve_pair(game, <Problem*>problem)


cdef void fill_rays() noexcept:
    cdef int square, direction
    cdef Bits ray, step
    for square in range(SQUARES):
        if square >= 64 and not WIDE or not bit(square) & BOARD:
            continue
        for direction in range(8):
            ray = 0
            step = shift(bit(square), STEPS[direction]) & BOARD
            while step:
                ray |= step
                step = shift(step, STEPS[direction]) & BOARD
            RAYS[direction][square] = ray


cdef int bit_of(int file, int rank) noexcept:
    # Ghost square of a place, as geometry.py lays it out; files from White's left, a1 playing.
    if EVERY_SQUARE:
        return rank * (FILES + 1) + file
    return (STEPS[4] * rank + file) // 2


cdef void fill_places() noexcept:
    cdef int file, rank, rim
    for rank in range(RANKS):
        for file in range(FILES):
            if not EVERY_SQUARE and (file + rank) % 2:
                continue
            rim = min(min(file, FILES - 1 - file), min(rank, RANKS - 1 - rank))
            CENTRES[min(rim, 3)] |= bit(bit_of(file, rank))
            ROWS[rank] |= bit(bit_of(file, rank))


cdef void fill_keys() noexcept:
    cdef int kind, square
    for kind in range(4):
        for square in range(SQUARES):
            KEYS[kind][square] = splitmix(kind * SQUARES + square)


cdef Game GAME


def game():
    """The functions of this rule set as a capsule around `Game*`; draw clauses and weights are
    for the user to fill, in a copy."""
    return PyCapsule_New(&GAME, "bolshak.Game", NULL)


fill_rays()
fill_places()
fill_keys()
GAME.generate = generate
GAME.can_capture = can_capture
GAME.make = make
GAME.evaluate = evaluate
GAME.features = features
GAME.prepare = prepare
GAME.places_size = 2 * CHUNKS * CHUNK_SIZE
GAME.verdict = verdict
GAME.can_crown = can_crown
GAME.setup = setup
GAME.read = read
GAME.paths = paths
GAME.perft = perft
GAME.solve = solve
