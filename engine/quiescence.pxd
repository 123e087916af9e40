# The leaves of the search. A position is evaluated only when the side to move has no capture:
# captures are forced, so there is no standing pat and all of them are searched. Where the
# opponent threatens to capture, or a man can be crowned at once, an evaluation means little and
# all moves are tried instead, once on the way down (`depth` 0, then -1).

from bolshak.context cimport (INFINITE, MAX_PLY, NO_ANSWER, Context, ask_tables, crowded, ended,
                              estimate, follow, repeated, ruled_draw, visit)
from bolshak.order cimport pick, score_moves
from bolshak.types cimport Game, Move, Position


cdef inline int quiescence(Context* context, const Position* position, int alpha, int beta,
                           int ply, int depth) noexcept nogil:
    cdef const Game* game = context.game
    cdef int side = position.side
    cdef bint capture = game.can_capture(position, side)
    cdef bint unsettled = False
    cdef int score, number, i
    cdef int best = -INFINITE
    cdef Move* moves
    cdef Position after
    if visit(context):
        return 0
    context.length[ply] = 0
    if ply > context.selective:
        context.selective = ply
    if position.drawn:
        return ruled_draw(context, position, ply)
    if not capture:
        if position.men[side] + position.kings[side] == 0:
            return ended(context, position, ply)
        if depth == 0:
            if repeated(context, position, ply):
                return 0
            score = ask_tables(context, position, ply)
            if score != NO_ANSWER:
                return score
            unsettled = (game.can_capture(position, side ^ 1)
                         or game.can_crown(position, side))
    if not (capture or unsettled) or ply >= MAX_PLY or crowded(context):
        context.leaves += 1
        context.leaf_plies += ply
        return estimate(context, position)
    moves = context.top
    number = game.generate(game, position, moves)
    if number == 0:
        return ended(context, position, ply)
    context.top = moves + number
    score_moves(&context.history, side, moves, number, 0)
    for i in range(number):
        pick(moves, i, number)
        game.make(game, position, &moves[i], &after)
        score = -quiescence(context, &after, -beta, -alpha, ply + 1, depth - unsettled)
        if context.stopped:
            best = 0
            break
        if score > best:
            best = score
            if score >= beta:
                break
            if score > alpha:
                alpha = score
                follow(context, ply, &moves[i])
    context.top = moves
    return best
