# Move lists, the question "can this side capture?", and perft.


from libc.stdint cimport uint8_t, uint64_t

from bolshak.bits cimport Bits, bit, count, high_half, low_half, lowest, make_bits, shift
from bolshak.types cimport BLACK, BY_KING, CROWNS, MOVES, WHITE, Move, Path
from bolshak.kernels.board cimport Black, Board, Side, White, next_piece, open_squares
from bolshak.kernels.constants cimport *
from bolshak.kernels.hunt cimport Branch, Hunt, hop, jump, jumpers, jumpers_along


cdef inline int man_moves(Side* side) noexcept nogil:
    if Side is White:
        return MAN_MOVES
    else:
        return MAN_MOVES_BLACK


cdef inline int man_captures(Side* side) noexcept nogil:
    if Side is White:
        return MAN_CAPTURES
    else:
        return MAN_CAPTURES_BLACK


cdef inline Bits far_row(Side* side) noexcept nogil:
    if Side is White:
        return FAR_WHITE
    else:
        return FAR_BLACK


cdef inline int index_of(Side* side) noexcept nogil:
    if Side is White:
        return WHITE
    else:
        return BLACK


cdef inline Bits jumping_men(const Board* board, Side* side) noexcept nogil:
    cdef Bits own = board.pieces[index_of(side)]
    cdef Bits enemy = board.pieces[index_of(side) ^ 1]
    cdef Bits prey = enemy if MEN_TAKE_KINGS else enemy & ~board.kings
    return jumpers(own & ~board.kings, prey, BOARD & ~(own | enemy), man_captures(side))


cdef inline bint king_jumps(int square, Bits occupied, Bits enemy) noexcept nogil:
    # Whether a flying king on this square can capture.
    cdef int direction, victim
    for direction in range(8):
        if KING_CAPTURES >> direction & 1:
            victim = next_piece(square, direction, occupied)
            if (victim >= 0 and bit(victim) & enemy
                    and shift(bit(victim), STEPS[direction]) & BOARD & ~occupied):
                return True
    return False


cdef inline Bits jumping_kings(const Board* board, Side* side) noexcept nogil:
    cdef Bits own = board.pieces[index_of(side)]
    cdef Bits enemy = board.pieces[index_of(side) ^ 1]
    cdef Bits kings = own & board.kings
    cdef Bits found = 0
    if not FLYING:
        return jumpers(kings, enemy, BOARD & ~(own | enemy), KING_CAPTURES)
    while kings:
        if king_jumps(lowest(kings), own | enemy, enemy):
            found |= kings & (~kings + 1)
        kings &= kings - 1
    return found


cdef inline bint side_can_capture(const Board* board, Side* side) noexcept nogil:
    return jumping_men(board, side) != 0 or jumping_kings(board, side) != 0


cdef inline bint is_over(const Board* board) noexcept nogil:
    # Ended otherwise than by having no move.
    if ENDING == ENDS_FIRST_KING:
        return board.kings != 0
    if ENDING == ENDS_LAST_PIECE:
        return count(board.pieces[WHITE]) < 2 or count(board.pieces[BLACK]) < 2
    return False


cdef inline int add_quiet(Move* moves, int n, int origin, int target, int flags) noexcept nogil:
    cdef Move* move = &moves[n]
    if n == MOVES:
        return n
    move.captured[0] = 0
    move.captured[1] = 0
    move.score = 0
    move.origin = origin
    move.target = target
    move.flags = flags
    move.taken = 0
    return n + 1


cdef inline int add_men(Move* moves, int n, Bits men, Bits free, Bits far,
                        int step) noexcept nogil:
    cdef Bits targets = shift(men, step) & free
    cdef int target
    while targets:
        target = lowest(targets)
        targets &= targets - 1
        n = add_quiet(moves, n, target - step, target, CROWNS if bit(target) & far else 0)
    return n


cdef inline Bits king_targets(int square, int direction, Bits occupied) noexcept nogil:
    if FLYING:
        return open_squares(square, direction, occupied)
    return shift(bit(square), STEPS[direction]) & BOARD & ~occupied


cdef inline bint is_held(const Board* board, int square, Side* side) noexcept nogil:
    # Frisian: this king has used up its quiet moves while its side has a man.
    cdef int index = index_of(side)
    return (KING_LIMIT and board.shuffles[index] >= KING_LIMIT
            and board.shuffler[index] == square
            and board.pieces[index] & ~board.kings != 0)


cdef inline int add_kings(Move* moves, int n, const Board* board, Bits free,
                          Side* side) noexcept nogil:
    cdef Bits kings = board.pieces[index_of(side)] & board.kings
    cdef Bits targets
    cdef int square, target, direction
    while kings:
        square = lowest(kings)
        kings &= kings - 1
        if is_held(board, square, side):
            continue
        for direction in range(8):
            if not KING_MOVES >> direction & 1:
                continue
            targets = king_targets(square, direction, BOARD & ~free)
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                n = add_quiet(moves, n, square, target, BY_KING)
    return n


cdef inline int quiet_moves(const Board* board, Move* moves, Side* side) noexcept nogil:
    cdef Bits own = board.pieces[index_of(side)]
    cdef Bits free = BOARD & ~(board.pieces[WHITE] | board.pieces[BLACK])
    cdef Bits men = own & ~board.kings
    cdef Bits far = far_row(side)
    cdef int n = 0
    if man_moves(side) & 1:
        n = add_men(moves, n, men, free, far, STEPS[0])
    if man_moves(side) & 2:
        n = add_men(moves, n, men, free, far, STEPS[1])
    if man_moves(side) & 4:
        n = add_men(moves, n, men, free, far, STEPS[2])
    if man_moves(side) & 8:
        n = add_men(moves, n, men, free, far, STEPS[3])
    if man_moves(side) & 16:
        n = add_men(moves, n, men, free, far, STEPS[4])
    if man_moves(side) & 32:
        n = add_men(moves, n, men, free, far, STEPS[5])
    if man_moves(side) & 64:
        n = add_men(moves, n, men, free, far, STEPS[6])
    if man_moves(side) & 128:
        n = add_men(moves, n, men, free, far, STEPS[7])
    if own & board.kings:
        n = add_kings(moves, n, board, free, side)
    return n


cdef inline void first_hops(Hunt* hunt, Bits men, Bits occupied, Bits enemy,
                            int direction) noexcept nogil:
    # The captures by men that begin in one direction.
    cdef int step = STEPS[direction]
    cdef Bits prey = enemy if MEN_TAKE_KINGS else enemy & ~hunt.enemy_kings
    men = jumpers_along(men, prey, BOARD & ~occupied, step)
    while men:
        hunt.origin = lowest(men)
        men &= men - 1
        hop(hunt, hunt.origin + step, direction, False, occupied & ~bit(hunt.origin), enemy, 0, 0)


cdef inline int captures(const Board* board, Move* moves, Path* paths, int room, bint turns,
                         Bits men, Bits kings, Side* side) noexcept nogil:
    # All captures by these jumping men and kings; into `paths` unless that is NULL.
    cdef Hunt hunt
    cdef Branch[SEEN] seen
    cdef Bits own = board.pieces[index_of(side)]
    cdef Bits enemy = board.pieces[index_of(side) ^ 1]
    hunt.enemy_kings = enemy & board.kings
    hunt.far = far_row(side)
    hunt.man_directions = man_captures(side)
    hunt.turns = turns
    # The order matters to turns and paths, and to nobody else on wide boards.
    hunt.seen = seen if WIDE and not turns and paths == NULL else NULL
    hunt.seen_cleared = False
    hunt.moves = moves
    hunt.paths = paths
    hunt.room = room
    hunt.count = 0
    hunt.best = 0
    hunt.king = True
    while kings:
        hunt.origin = lowest(kings)
        kings &= kings - 1
        jump(&hunt, hunt.origin, True, (own | enemy) & ~bit(hunt.origin), enemy, 0, 0, 8)
    if PRIORITY == WITH_KING and hunt.count:
        return hunt.count
    hunt.king = False
    if man_captures(side) & 1:
        first_hops(&hunt, men, own | enemy, enemy, 0)
    if man_captures(side) & 2:
        first_hops(&hunt, men, own | enemy, enemy, 1)
    if man_captures(side) & 4:
        first_hops(&hunt, men, own | enemy, enemy, 2)
    if man_captures(side) & 8:
        first_hops(&hunt, men, own | enemy, enemy, 3)
    if man_captures(side) & 16:
        first_hops(&hunt, men, own | enemy, enemy, 4)
    if man_captures(side) & 32:
        first_hops(&hunt, men, own | enemy, enemy, 5)
    if man_captures(side) & 64:
        first_hops(&hunt, men, own | enemy, enemy, 6)
    if man_captures(side) & 128:
        first_hops(&hunt, men, own | enemy, enemy, 7)
    return hunt.count


cdef inline int generate_side(const Board* board, Move* moves, bint turns,
                              Side* side) noexcept nogil:
    cdef Bits men, kings
    if is_over(board):
        return 0
    men = jumping_men(board, side)
    kings = jumping_kings(board, side)
    if men | kings:
        return captures(board, moves, NULL, 0, turns, men, kings, side)
    return quiet_moves(board, moves, side)


cdef inline int stepping(Bits men, Bits free, int directions) noexcept nogil:
    # Number of one-step moves.
    cdef int n = 0
    if directions & 1:
        n += count(shift(men, STEPS[0]) & free)
    if directions & 2:
        n += count(shift(men, STEPS[1]) & free)
    if directions & 4:
        n += count(shift(men, STEPS[2]) & free)
    if directions & 8:
        n += count(shift(men, STEPS[3]) & free)
    if directions & 16:
        n += count(shift(men, STEPS[4]) & free)
    if directions & 32:
        n += count(shift(men, STEPS[5]) & free)
    if directions & 64:
        n += count(shift(men, STEPS[6]) & free)
    if directions & 128:
        n += count(shift(men, STEPS[7]) & free)
    return n


cdef inline int count_moves(const Board* board, bint turns, Move* moves,
                            Side* side) noexcept nogil:
    # Number of legal moves; quiet ones are counted without being made. `moves` is scratch.
    cdef Bits own = board.pieces[index_of(side)]
    cdef Bits free = BOARD & ~(board.pieces[WHITE] | board.pieces[BLACK])
    cdef Bits men, kings
    cdef int n, square, direction
    if is_over(board):
        return 0
    men = jumping_men(board, side)
    kings = jumping_kings(board, side)
    if men | kings:
        return captures(board, moves, NULL, 0, turns, men, kings, side)
    n = stepping(own & ~board.kings, free, man_moves(side))
    kings = own & board.kings
    if not FLYING and not KING_LIMIT:
        return n + stepping(kings, free, KING_MOVES)
    while kings:
        square = lowest(kings)
        kings &= kings - 1
        if is_held(board, square, side):
            continue
        for direction in range(8):
            if KING_MOVES >> direction & 1:
                n += count(king_targets(square, direction, BOARD & ~free))
    return n


cdef inline void shuffle(const Board* board, const Move* move, Board* after,
                         Side* side) noexcept nogil:
    # Frisian: counts the quiet moves in a row of one king, for the side that has moved, and
    # forgets the other side's count if its king or its last man is gone.
    cdef int own = index_of(side), other = own ^ 1
    if move.flags & BY_KING and not move.taken and after.pieces[own] & ~after.kings:
        if board.shuffles[own] and board.shuffler[own] == move.origin:
            after.shuffles[own] = board.shuffles[own] + 1
        else:
            after.shuffles[own] = 1
        after.shuffler[own] = move.target
    else:
        after.shuffles[own] = after.shuffler[own] = 0
    after.shuffles[other] = board.shuffles[other]
    after.shuffler[other] = board.shuffler[other]
    if (board.shuffles[other] and move.taken
            and (not bit(board.shuffler[other]) & after.pieces[other]
                 or after.pieces[other] & ~after.kings == 0)):
        after.shuffles[other] = after.shuffler[other] = 0


cdef inline void apply(const Board* board, const Move* move, Board* after,
                       Side* side) noexcept nogil:
    # Makes a move on the bare board; `after` must not be `board`.
    cdef int own = index_of(side)
    cdef Bits path = bit(move.origin) ^ bit(move.target)    # empty for a round trip
    after.pieces[own] = board.pieces[own] ^ path
    after.pieces[own ^ 1] = board.pieces[own ^ 1]
    after.kings = board.kings
    if move.taken:
        after.pieces[own ^ 1] &= ~make_bits(move.captured[0], move.captured[1])
        after.kings &= ~make_bits(move.captured[0], move.captured[1])
    if move.flags & BY_KING:
        after.kings ^= path
    elif move.flags & CROWNS:
        after.kings |= bit(move.target)
    if KING_LIMIT:
        shuffle(board, move, after, side)
    else:
        after.shuffles[0] = after.shuffles[1] = after.shuffler[0] = after.shuffler[1] = 0
