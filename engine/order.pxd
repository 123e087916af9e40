# Move ordering: the move of the table first, then by history.
#
# History is one number per side, origin and target: how often the move was the best one where it
# was tried, as a probability in 0..4095 that moves 1/32 of the way at each observation.

from libc.stdint cimport int16_t, uint16_t

from bolshak.types cimport CROWNS, Move, SQUARES, move_code

cdef enum:
    LIKELY = 4096               # certain
    EVEN = 2048                 # nothing known
    SPEED = 5                   # an observation moves the number by 1/2^5 of the distance
    FIRST = 1 << 24             # score of the move of the table
    PER_PIECE = 2 * LIKELY      # captures: the number of pieces taken comes before history
    CROWNING = LIKELY

cdef struct History:            # 64 kB, of which a game on 8x8 touches 10
    int16_t chance[2][SQUARES][SQUARES]


cdef inline void forget(History* history) noexcept nogil:
    cdef int side, origin, target
    for side in range(2):
        for origin in range(SQUARES):
            for target in range(SQUARES):
                history.chance[side][origin][target] = EVEN


cdef inline void praise(History* history, int side, const Move* move) noexcept nogil:
    cdef int16_t* chance = &history.chance[side][move.origin][move.target]
    chance[0] += (LIKELY - chance[0]) >> SPEED


cdef inline void blame(History* history, int side, const Move* move) noexcept nogil:
    cdef int16_t* chance = &history.chance[side][move.origin][move.target]
    chance[0] -= chance[0] >> SPEED


cdef inline void score_moves(const History* history, int side, Move* moves, int number,
                             uint16_t first) noexcept nogil:
    # `first` is the code of the move to try first, 0 = none.
    cdef int i, score
    for i in range(number):
        score = history.chance[side][moves[i].origin][moves[i].target]
        score += moves[i].taken * PER_PIECE
        if moves[i].flags & CROWNS:
            score += CROWNING
        if first and move_code(&moves[i]) == first:
            score += FIRST
        moves[i].score = score


cdef inline Move* pick(Move* moves, int i, int number) noexcept nogil:
    # Brings the best of moves[i..number-1] to place i.
    cdef int best = i
    cdef int j
    cdef Move move
    for j in range(i + 1, number):
        if moves[j].score > moves[best].score:
            best = j
    if best != i:
        move = moves[i]
        moves[i] = moves[best]
        moves[best] = move
    return &moves[i]
