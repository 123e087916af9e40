# Captures: a depth-first search over the jumps of one piece, in the reading of the rule record.
#
# A king's straight run over several victims is one branch however many squares it might have
# stopped on in between, so the search meets each "turn" of rules.md 1.4 exactly once.

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from bolshak.bits cimport Bits, bit, count, high_half, low_half, lowest, make_bits, shift
from bolshak.types cimport BY_KING, CROWNS, LEGS, MOVES, Move, Path
from bolshak.kernels.board cimport next_piece, open_squares
from bolshak.kernels.constants cimport *


# On wide boards a king can take dozens of pieces in millions of orders. Branches that differ only
# by the order of what has been taken are cut with the help of a table of SEEN entries.
cdef enum:
    LONG = 6                    # legs from which on it is asked


cdef struct Branch:             # 32 bytes; a state of the hunt that has been looked at
    Bits taken
    int place                   # origin, last victim and direction


cdef struct Hunt:               # about 200 bytes; lives on the stack of `generate`
    Branch* seen                # SEEN entries, NULL = keep no table
    bint seen_cleared
    Bits enemy_kings
    Bits far                    # the mover's crowning row
    int man_directions
    int origin
    bint king                   # the capturing piece was a king before the move
    bint turns                  # keep moves that differ only by their path
    Move* moves
    int count
    uint64_t best               # rank of the moves found so far
    Path* paths                 # NULL, or where to write paths instead of moves
    int room
    uint8_t victims[LEGS]
    uint8_t landings[LEGS]


cdef inline uint64_t rank(const Hunt* hunt, Bits taken, int legs) noexcept nogil:
    # Of two complete captures the one with the higher rank must be taken.
    cdef int kings, leg
    cdef uint64_t order = 0
    if PRIORITY == 0:
        return 0
    if PRIORITY == MOST:
        return legs
    if PRIORITY == WITH_KING:
        return hunt.king
    kings = count(taken & hunt.enemy_kings)
    if PRIORITY & VALUE:
        # Frisian: a king is worth more than one man and less than two.
        return 2 * (100 * (legs - kings) + 199 * kings) + hunt.king
    if PRIORITY == MOST | WITH_KING:
        return 2 * legs + hunt.king
    if PRIORITY == MOST | MOST_KINGS:
        return 64 * legs + kings
    # Italian: number, with a king, most kings, kings earliest.
    for leg in range(legs):
        if bit(hunt.victims[leg]) & hunt.enemy_kings:
            order |= <uint64_t>1 << (LEGS - 1 - leg)
    return (<uint64_t>((legs * 2 + hunt.king) * 16 + kings) << LEGS) | order


cdef inline void record(Hunt* hunt, int target, Bits taken, int legs, bint crowned) noexcept nogil:
    # A complete capture has been found.
    cdef uint64_t value = rank(hunt, taken, legs)
    cdef uint64_t low = low_half(taken), high = high_half(taken)
    cdef uint8_t flags = BY_KING if hunt.king else CROWNS if crowned else 0
    cdef Move* move
    cdef Path* path
    cdef int i
    if PRIORITY:
        if value < hunt.best:
            return
        if value > hunt.best:
            hunt.best = value
            hunt.count = 0
    if hunt.paths != NULL:
        if hunt.count == hunt.room:
            return
        path = &hunt.paths[hunt.count]
        path.length = legs
        memcpy(path.victims, hunt.victims, legs)
        memcpy(path.landings, hunt.landings, legs)
        path.landings[legs - 1] = target
        move = &path.move
    else:
        if not hunt.turns and legs > 1:
            for i in range(hunt.count):
                move = &hunt.moves[i]
                if (move.captured[0] == low and move.captured[1] == high
                        and move.origin == hunt.origin and move.target == target
                        and move.flags == flags):
                    return
        if hunt.count == MOVES:
            return
        move = &hunt.moves[hunt.count]
    hunt.count += 1
    move.captured[0] = low
    move.captured[1] = high
    move.score = 0
    move.origin = hunt.origin
    move.target = target
    move.flags = flags
    move.taken = legs


cdef inline Bits jumpers_along(Bits pieces, Bits victims, Bits free, int step) noexcept nogil:
    return pieces & shift(victims & shift(free, -step), -step)


cdef inline Bits jumpers(Bits pieces, Bits victims, Bits free, int directions) noexcept nogil:
    # The pieces that can make a short jump in one of some directions.
    cdef Bits found = 0
    if directions & 1:
        found |= jumpers_along(pieces, victims, free, STEPS[0])
    if directions & 2:
        found |= jumpers_along(pieces, victims, free, STEPS[1])
    if directions & 4:
        found |= jumpers_along(pieces, victims, free, STEPS[2])
    if directions & 8:
        found |= jumpers_along(pieces, victims, free, STEPS[3])
    if directions & 16:
        found |= jumpers_along(pieces, victims, free, STEPS[4])
    if directions & 32:
        found |= jumpers_along(pieces, victims, free, STEPS[5])
    if directions & 64:
        found |= jumpers_along(pieces, victims, free, STEPS[6])
    if directions & 128:
        found |= jumpers_along(pieces, victims, free, STEPS[7])
    return found


cdef inline bint is_alone(int square, Bits targets, Bits occupied) noexcept nogil:
    # Whether no short piece could jump on from here: the common case, told without a loop.
    return not jumpers(bit(square), targets, BOARD & ~occupied, SHORT_CAPTURES)


cdef inline bint try_hop(Hunt* hunt, int square, int direction, int directions, bint king,
                         Bits occupied, Bits prey, Bits targets, Bits taken, int legs,
                         int last) noexcept nogil:
    # One short jump, if it can be made. By bits, since a neighbour's index may lie off the word.
    cdef Bits adjacent = shift(bit(square), STEPS[direction])
    if (not adjacent & prey
            or not shift(adjacent, STEPS[direction]) & BOARD & ~occupied
            or not directions >> direction & 1
            or (not TURN_BACK and direction == last ^ 3)):
        return False
    hop(hunt, square + STEPS[direction], direction, king, occupied, targets, taken, legs)
    return True


cdef inline bint try_leap(Hunt* hunt, int square, int direction, Bits occupied, Bits targets,
                          Bits taken, int legs, int last) noexcept nogil:
    # One jump of a flying king, if it can be made.
    cdef int victim
    if not TURN_BACK and direction == last ^ 3:
        return False
    victim = next_piece(square, direction, occupied)
    if (victim < 0 or not bit(victim) & targets
            or not shift(bit(victim), STEPS[direction]) & BOARD & ~occupied):
        return False
    leap(hunt, victim, direction, occupied, targets, taken, legs)
    return True


cdef inline bint jump(Hunt* hunt, int square, bint king, Bits occupied, Bits targets, Bits taken,
                      int legs, int last) noexcept nogil:
    # Tries every jump from `square`; whether there was one. `occupied` blocks, `targets` may be
    # captured, `last` is the direction of the jump before, or 8.
    cdef int directions = KING_CAPTURES if king else hunt.man_directions
    cdef Bits prey = targets
    cdef bint found = False
    cdef int direction
    if FLYING and king:
        for direction in range(8):
            if KING_CAPTURES >> direction & 1:
                found |= try_leap(hunt, square, direction, occupied, targets, taken, legs, last)
        return found
    if not MEN_TAKE_KINGS and not king:
        prey &= ~hunt.enemy_kings
    # Spelled out, so that each shift is by a constant.
    if SHORT_CAPTURES & 1:
        found |= try_hop(hunt, square, 0, directions, king, occupied, prey, targets, taken, legs,
                         last)
    if SHORT_CAPTURES & 2:
        found |= try_hop(hunt, square, 1, directions, king, occupied, prey, targets, taken, legs,
                         last)
    if SHORT_CAPTURES & 4:
        found |= try_hop(hunt, square, 2, directions, king, occupied, prey, targets, taken, legs,
                         last)
    if SHORT_CAPTURES & 8:
        found |= try_hop(hunt, square, 3, directions, king, occupied, prey, targets, taken, legs,
                         last)
    if SHORT_CAPTURES & 16:
        found |= try_hop(hunt, square, 4, directions, king, occupied, prey, targets, taken, legs,
                         last)
    if SHORT_CAPTURES & 32:
        found |= try_hop(hunt, square, 5, directions, king, occupied, prey, targets, taken, legs,
                         last)
    if SHORT_CAPTURES & 64:
        found |= try_hop(hunt, square, 6, directions, king, occupied, prey, targets, taken, legs,
                         last)
    if SHORT_CAPTURES & 128:
        found |= try_hop(hunt, square, 7, directions, king, occupied, prey, targets, taken, legs,
                         last)
    return found


cdef inline void hop(Hunt* hunt, int victim, int direction, bint king, Bits occupied, Bits targets,
                     Bits taken, int legs) noexcept nogil:
    # A short piece jumps `victim`, lands directly behind it and goes on.
    cdef int landing = victim + STEPS[direction]
    cdef bint crowned = not king and bit(landing) & hunt.far != 0
    taken |= bit(victim)
    targets &= ~bit(victim)
    if REMOVAL == REMOVE_AT_ONCE:
        occupied &= ~bit(victim)
    hunt.victims[legs] = victim
    hunt.landings[legs] = landing
    if PROMOTION == PROMOTE_STOP and crowned:
        record(hunt, landing, taken, legs + 1, True)
        return
    if PROMOTION == PROMOTE_GO_ON and crowned:
        king = True
    if ((not (FLYING and king) and is_alone(landing, targets, occupied))
            or not jump(hunt, landing, king, occupied, targets, taken, legs + 1, direction)):
        record(hunt, landing, taken, legs + 1,
               king or (PROMOTION == PROMOTE_END and crowned))


cdef inline bint is_known(Hunt* hunt, int victim, int direction, Bits taken) noexcept nogil:
    # Whether this branch has been looked at; remembers it.
    cdef int place = (hunt.origin << 7 | victim) << 3 | direction
    cdef uint64_t mixed = (low_half(taken) ^ high_half(taken) * 3 ^ place) * 0x9E3779B97F4A7C15ULL
    cdef Branch* branch = &hunt.seen[mixed >> 52]
    if not hunt.seen_cleared:
        memset(hunt.seen, 0, SEEN * sizeof(Branch))
        hunt.seen_cleared = True
    if branch.taken == taken and branch.place == place:
        return True
    branch.taken = taken
    branch.place = place
    return False


cdef inline void leap(Hunt* hunt, int victim, int direction, Bits occupied, Bits targets,
                      Bits taken, int legs) noexcept nogil:
    # A flying king jumps `victim` and goes on from wherever it can; if from nowhere, it may stop
    # on any square behind.
    cdef int behind = victim + STEPS[direction]
    cdef int following, landing, turn
    cdef Bits free, squares, landings
    cdef bint found = False
    taken |= bit(victim)
    targets &= ~bit(victim)
    if REMOVAL == REMOVE_AT_ONCE:
        occupied &= ~bit(victim)
    if WIDE and legs >= LONG and hunt.seen != NULL and is_known(hunt, victim, direction, taken):
        return
    free = BOARD & ~occupied
    hunt.victims[legs] = victim
    landings = bit(behind) if LANDING == LAND_BEHIND else open_squares(victim, direction, occupied)
    # Straight on.
    following = next_piece(behind, direction, occupied)
    if (following >= 0 and bit(following) & targets
            and shift(bit(following), STEPS[direction]) & free):
        found = True
        hunt.landings[legs] = behind
        leap(hunt, following, direction, occupied, targets, taken, legs + 1)
    # With a turn. Straight back stands the piece just jumped, unless it is gone.
    squares = landings
    while squares:
        landing = lowest(squares)
        squares &= squares - 1
        for turn in range(8):
            if (not KING_CAPTURES >> turn & 1 or turn == direction
                    or (turn == direction ^ 3
                        and not (REMOVAL == REMOVE_AT_ONCE and TURN_BACK))):
                continue
            following = next_piece(landing, turn, occupied)
            if (following >= 0 and bit(following) & targets
                    and shift(bit(following), STEPS[turn]) & free):
                found = True
                hunt.landings[legs] = landing
                leap(hunt, following, turn, occupied, targets, taken, legs + 1)
    if found:
        return
    if LANDING == LAND_BEHIND_KING and bit(victim) & hunt.enemy_kings:
        landings = bit(behind)
    while landings:
        landing = lowest(landings)
        landings &= landings - 1
        hunt.landings[legs] = landing
        record(hunt, landing, taken, legs + 1, True)
