# Solving all positions of two armies: the inner loops of the endgame tables' builder.
#
# First every position gets its number of moves that stay within the two tables; captures and
# crownings lead to tables that are solved already. Then, distance by distance, results are carried
# back along quiet moves taken back: a move to a lost position wins, and who has only moves to won
# positions left has lost. What is undecided in the end is drawn. See problem.pxd.

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memchr, memset

from bolshak.bits cimport Bits, bit, count, lowest, shift
from bolshak.types cimport BLACK, MOVES, WHITE, Game, Move
from bolshak.kernels.armies cimport (Army, Kind, fill_armies, free_armies, rank_down, rank_up)
from bolshak.kernels.board cimport Board, White
from bolshak.kernels.constants cimport *
from bolshak.kernels.movegen cimport apply, captures, jumping_kings, jumping_men, king_targets
from bolshak.kernels.problem cimport (CAPTURE_DRAW, CAPTURE_LOSS, CAPTURE_WIN, DRAW, FARTHEST, HOLE,
                                      LOSS, NEVER_LOST, NO_DISTANCE, NO_MEMORY, NO_VALUE, Problem,
                                      STOPPED, Shelf, TOO_FAR, UNDECIDED, WIN, WON, shelf_of)

cdef struct Solver:
    const Game* game
    Problem* problem
    Army armies[2]
    Move moves[MOVES]


# The first look at a position

cdef inline int result_of(const Solver* solver, const Board* board) noexcept nogil:
    # WIN, LOSS or DRAW for Black, who is to move after a capture or crowning by White.
    cdef Bits white = board.pieces[WHITE], black = board.pieces[BLACK]
    cdef int men, kings, other_men, other_kings
    cdef uint64_t at, black_men, black_kings, white_men, white_kings
    cdef const Shelf* shelf
    if black == 0:
        return WIN if solver.game.inverted else LOSS
    black_men = rank_down(black & ~board.kings, &men)
    black_kings = rank_down(black & board.kings, &kings)
    white_men = rank_up(white & ~board.kings, &other_men)
    white_kings = rank_up(white & board.kings, &other_kings)
    shelf = &solver.problem.shelves[shelf_of(men, kings, other_men, other_kings)]
    at = (black_men * shelf.mover_men + black_kings * shelf.mover_kings
          + white_men * shelf.other_men + white_kings * shelf.other_kings)
    return shelf.values[at >> 2] >> 2 * (at & 3) & 3


cdef inline int by_capture(Solver* solver, const Board* board, Bits men,
                           Bits kings) noexcept nogil:
    # Result for White, whose men and kings can capture.
    cdef Board after
    cdef int best = CAPTURE_LOSS
    cdef int n = captures(board, solver.moves, NULL, 0, False, men, kings, <White*>NULL)
    cdef int i, result
    for i in range(n):
        apply(board, &solver.moves[i], &after, <White*>NULL)
        result = result_of(solver, &after)
        if result == LOSS:
            return CAPTURE_WIN
        if result == DRAW:
            best = CAPTURE_DRAW
    return best


cdef inline int crowned(const Solver* solver, const Board* board, int origin,
                        int target) noexcept nogil:
    # Result for Black after White has crowned a man.
    cdef Board after
    after.pieces[WHITE] = board.pieces[WHITE] ^ bit(origin) ^ bit(target)
    after.pieces[BLACK] = board.pieces[BLACK]
    after.kings = board.kings | bit(target)
    return result_of(solver, &after)


cdef inline int quiet_count(const Solver* solver, const Board* board, int* moves) noexcept nogil:
    # Counts White's quiet moves that crown nobody; returns the best result of the others for
    # White, or NO_VALUE if there are none.
    cdef Bits empty = BOARD & ~(board.pieces[WHITE] | board.pieces[BLACK])
    cdef Bits men = board.pieces[WHITE] & ~board.kings
    cdef Bits kings = board.pieces[WHITE] & board.kings
    cdef Bits targets, crowning
    cdef int direction, square, result
    cdef int best = NO_VALUE, n = 0
    for direction in range(8):
        if MAN_MOVES >> direction & 1:
            targets = shift(men, STEPS[direction]) & empty
            crowning = targets & FAR_WHITE
            n += count(targets ^ crowning)
            while crowning:
                square = lowest(crowning)
                crowning &= crowning - 1
                result = crowned(solver, board, square - STEPS[direction], square)
                if result == LOSS:
                    best = WIN
                elif result == DRAW and best != WIN:
                    best = DRAW
                elif best == NO_VALUE:
                    best = LOSS
        if KING_MOVES >> direction & 1 and not FLYING:
            n += count(shift(kings, STEPS[direction]) & empty)
    while FLYING and kings:
        square = lowest(kings)
        kings &= kings - 1
        for direction in range(8):
            if KING_MOVES >> direction & 1:
                n += count(king_targets(square, direction, BOARD & ~empty))
    moves[0] = n
    return best


cdef inline void classify(Solver* solver, const Board* board, uint8_t* number,
                          uint8_t* distance) noexcept nogil:
    # What is known at once of a position with White to move.
    cdef Bits men, kings
    cdef int moves, best
    men = jumping_men(board, <White*>NULL)
    kings = jumping_kings(board, <White*>NULL)
    if men | kings:
        number[0] = by_capture(solver, board, men, kings)
        distance[0] = NO_DISTANCE if number[0] == CAPTURE_DRAW else 1
        return
    if solver.problem.captures_only:
        return
    best = quiet_count(solver, board, &moves)
    distance[0] = UNDECIDED
    if moves == 0 and best == NO_VALUE:
        number[0] = WON if solver.game.inverted else 0
        distance[0] = 0
    elif solver.problem.lone_pair_drawn:
        number[0] = NEVER_LOST
        distance[0] = NO_DISTANCE
    elif best == WIN:
        number[0] = WON
        distance[0] = 1
    elif best == DRAW:
        number[0] = NEVER_LOST
    else:
        number[0] = moves
        if moves == 0:
            distance[0] = 1


cdef inline void begin_row(Solver* solver, int table, Bits first_men, Bits first,
                           uint8_t* numbers, uint8_t* distances) noexcept nogil:
    # All positions with one placement of the first army.
    cdef const Kind* men = &solver.armies[1].men
    cdef const Kind* kings = &solver.armies[1].kings
    cdef int other = 1 - table              # the second army is Black in table 0
    cdef Board board
    cdef Bits second_men, second_kings
    cdef int64_t i, j
    memset(&board, 0, sizeof(board))
    for i in range(men.places):
        second_men = men.masks[other][i]
        if second_men & first:
            memset(numbers, HOLE, kings.places)
            memset(distances, NO_DISTANCE, kings.places)
        else:
            for j in range(kings.places):
                second_kings = kings.masks[other][j]
                if second_kings & (first | second_men):
                    numbers[j] = HOLE
                    distances[j] = NO_DISTANCE
                    continue
                board.pieces[table] = first
                board.pieces[other] = second_men | second_kings
                board.kings = first & ~first_men | second_kings
                classify(solver, &board, &numbers[j], &distances[j])
        numbers += kings.places
        distances += kings.places


cdef inline void begin(Solver* solver, int table) noexcept nogil:
    cdef Problem* problem = solver.problem
    cdef const Army* first = &solver.armies[0]
    cdef int64_t row = solver.armies[1].places
    cdef uint8_t* numbers = problem.counts[table]
    cdef uint8_t* distances = problem.distances[table]
    cdef Bits men, kings
    cdef int64_t i, j
    for i in range(first.men.places):
        men = first.men.masks[table][i]
        for j in range(first.kings.places):
            kings = first.kings.masks[table][j]
            if men & kings:
                memset(numbers, HOLE, row)
                memset(distances, NO_DISTANCE, row)
            elif problem.stop[0]:
                return
            else:
                begin_row(solver, table, men, men | kings, numbers, distances)
            numbers += row
            distances += row
        problem.progress[0] += first.kings.places * row


# Carrying results back

cdef inline void carry(uint8_t* number, uint8_t* distance, bint lost, int level) noexcept nogil:
    # A move from here leads to a position that is lost, or won, in `level` plies.
    if distance[0] != UNDECIDED:
        return
    if lost:
        number[0] = WON
        distance[0] = level + 1
    elif number[0] != NEVER_LOST:
        number[0] -= 1
        if number[0] == 0:
            distance[0] = level + 1


cdef inline void take_back(const Solver* solver, const Board* board, int army, uint64_t place,
                           uint64_t stride, int table, bint lost, int level) noexcept nogil:
    # Takes back every quiet move that White, `army`, may have made to reach this position, and
    # carries its result back. `place` is the index in `table`, where White is to move, less that
    # of White's army, whose index counts `stride`.
    cdef uint8_t* numbers = solver.problem.counts[table] + place
    cdef uint8_t* distances = solver.problem.distances[table] + place
    cdef Bits men = board.pieces[WHITE] & ~board.kings
    cdef Bits kings = board.pieces[WHITE] & board.kings
    cdef Bits occupied = board.pieces[WHITE] | board.pieces[BLACK]
    cdef Bits empty = BOARD & ~occupied
    cdef Bits origins, left
    cdef uint64_t king_places = solver.armies[army].kings.places
    cdef uint64_t fixed, at
    cdef int direction, origin, target, n
    if men:
        fixed = rank_up(kings, &n)
        for direction in range(8):
            if not MAN_MOVES >> direction & 1:
                continue
            origins = shift(men, -STEPS[direction]) & empty & ~FAR_WHITE
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                target = origin + STEPS[direction]
                at = (rank_up(men ^ bit(origin) ^ bit(target), &n) * king_places + fixed) * stride
                carry(numbers + at, distances + at, lost, level)
    left = kings
    if left:
        fixed = rank_up(men, &n) * king_places
        while left:
            target = lowest(left)
            left &= left - 1
            for direction in range(8):
                if not KING_MOVES >> direction & 1:
                    continue
                origins = king_targets(target, direction, occupied)
                while origins:
                    origin = lowest(origins)
                    origins &= origins - 1
                    at = (rank_up(kings ^ bit(origin) ^ bit(target), &n) + fixed) * stride
                    carry(numbers + at, distances + at, lost, level)


cdef inline bint carry_row(Solver* solver, int table, int64_t first_place, Bits first_men,
                           Bits first, int level) noexcept nogil:
    # Carries back all results of distance `level` with one placement of the first army, in
    # `table`; whether there were any. The army that is not to move has made the last move.
    cdef Problem* problem = solver.problem
    cdef const Kind* men = &solver.armies[1].men
    cdef const Kind* kings = &solver.armies[1].kings
    cdef int64_t row = solver.armies[1].places
    cdef const uint8_t* numbers = problem.counts[table] + first_place * row
    cdef const uint8_t* distances = problem.distances[table] + first_place * row
    cdef const uint8_t* found = <const uint8_t*>memchr(distances, level, row)
    cdef bint lost
    cdef Board board
    cdef Bits second_kings
    cdef int64_t i
    if found == NULL:
        return False
    memset(&board, 0, sizeof(board))
    while found != NULL:
        i = found - distances
        lost = numbers[i] == 0 or numbers[i] == CAPTURE_LOSS
        second_kings = kings.masks[table][i % kings.places]
        board.pieces[1 - table] = first
        board.pieces[table] = men.masks[table][i // kings.places] | second_kings
        board.kings = first & ~first_men | second_kings
        if table == 0:
            take_back(solver, &board, 1, first_place * row, 1, 1, lost, level)
        else:
            take_back(solver, &board, 0, i, row, 0, lost, level)
        found = <const uint8_t*>memchr(distances + i + 1, level, row - i - 1)
    return True


cdef inline bint carry_level(Solver* solver, int table, int level) noexcept nogil:
    cdef const Army* first = &solver.armies[0]
    cdef Bits men, kings
    cdef int64_t i, j
    cdef bint found = False
    for i in range(first.men.places):
        men = first.men.masks[1 - table][i]
        for j in range(first.kings.places):
            kings = first.kings.masks[1 - table][j]
            if not men & kings:
                found |= carry_row(solver, table, i * first.kings.places + j, men, men | kings,
                                   level)
        if solver.problem.stop[0]:
            return False
    return found


cdef inline void solve_pair(const Game* game, Problem* problem) noexcept nogil:
    cdef Solver* solver = <Solver*>malloc(sizeof(Solver))
    cdef int level = 0
    problem.failure = NO_MEMORY
    if solver == NULL:
        return
    solver.game = game
    solver.problem = problem
    if fill_armies(solver.armies, problem.men, problem.kings):
        problem.failure = 0
        begin(solver, 0)
        begin(solver, 1)
        # Distances 0 and 1 are there from the start.
        while not (problem.captures_only or problem.stop[0]) and (
                carry_level(solver, 0, level) | carry_level(solver, 1, level) or level < 2):
            level += 1
            if level >= FARTHEST:
                problem.failure = TOO_FAR
                break
        if problem.stop[0]:
            problem.failure = STOPPED
    free_armies(solver.armies)
    free(solver)
