"""Alpha-beta search of any draughts game: principal variation search over a shared table.

C with Python syntax: no function here raises, takes the GIL or knows a rule. A search is stopped
by `Context.stopped`: whoever sees it set returns at once, and the score returned is void.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcpy

from bolshak.context cimport (INFINITE, LINE, MATE, MAX_PLY, NO_ANSWER, WIN, Context, RootMove,
                              ask_tables, crowded, ended, estimate, follow, from_table, in_time,
                              plies_left, repeated, ruled_draw, to_table, visit)
from bolshak.control cimport now_ns
from bolshak.order cimport blame, pick, praise, score_moves
from bolshak.quiescence cimport quiescence
from bolshak.tt cimport EXACT, LOWER, UPPER, Hit, cluster_of, find, prefetch, store
from bolshak.types cimport CROWNS, Game, Move, Position, move_code, same_move

cdef enum:
    # Verified pruning: a search of PRUNE_SHARE per cent of the depth must beat beta by
    # PRUNE_MARGIN centi-men per ply of depth.
    PRUNE_DEPTH = 3
    PRUNE_SHARE = 40
    PRUNE_MARGIN = 10

    # Singular extension: all moves but one fall short of the table's score by this much.
    SINGLE_DEPTH = 8
    SINGLE_MARGIN = 40

    # Aspiration: half width of the first window, and where it opens for good.
    WINDOW = 12
    WIDE = 400


cdef inline int reduction(const Move* move, int depth, int searched, bint pv) noexcept nogil:
    # Plies taken off a quiet move that comes late in the order.
    if move.taken or move.flags & CROWNS or depth < 2 or searched < (3 if pv else 1):
        return 0
    return 2 if searched >= 4 and not pv else 1


cdef bint is_single(Context* context, const Position* position, const Hit* hit, const Move* move,
                    int depth, int ply) noexcept nogil:
    # Whether `move` of the table is better than all others by a margin.
    cdef int bar = hit.score - SINGLE_MARGIN
    return search(context, position, bar - 1, bar, depth - 4, ply, False, move) < bar


cdef int search(Context* context, const Position* position, int alpha, int beta, int depth,
                int ply, bint prune, const Move* excluded) noexcept nogil:
    # The score of `position`, `ply` plies from the root, looked at `depth` plies deep; a bound
    # if it lies outside alpha..beta. `prune` allows verified pruning here; `excluded` is a move
    # that is left out, or NULL.
    cdef const Game* game = context.game
    cdef bint pv = beta - alpha > 1
    cdef int best = -INFINITE
    cdef int most = INFINITE        # no score can be better by the endgame tables
    cdef int start, left, score, bar, number, i, next_depth, reduced
    cdef int searched = 0
    cdef int extension = 0
    cdef uint16_t best_code = 0
    cdef uint64_t key
    cdef Hit hit
    cdef Position after
    cdef Move* moves
    cdef Move* move

    if depth <= 0:
        return quiescence(context, position, alpha, beta, ply, 0)
    if visit(context):
        return 0
    context.length[ply] = 0
    if ply > context.selective:
        context.selective = ply
    context.keys[context.root + ply] = position.key
    if position.drawn:
        return ruled_draw(context, position, ply)
    if repeated(context, position, ply):
        return 0
    if ply >= MAX_PLY - 1 or crowded(context):
        return estimate(context, position)

    # No win can be nearer, no loss farther, than these.
    if alpha < ply - MATE:
        alpha = ply - MATE
    if beta > MATE - ply:
        beta = MATE - ply
    if alpha >= beta:
        return alpha
    start = alpha

    left = plies_left(game, position, &key)
    hit = find(context.table, key)
    score = from_table(hit.score, ply)
    if hit.bound and not pv and excluded == NULL and (
            hit.depth >= depth or score >= WIN and hit.bound & LOWER
            or score <= -WIN and hit.bound & UPPER):
        # A win that takes longer than the draw clauses allow is none.
        if (hit.bound & (LOWER if score >= beta else UPPER)
                and (-WIN < score and score < WIN or in_time(score, ply, left))):
            return score

    score = ask_tables(context, position, ply)
    if score != NO_ANSWER:
        # A result without its length: an end that the search finds is worth more than a win, and
        # less than a loss.
        if score == 0 or score >= beta and score > 0 or score <= alpha and score < 0:
            return score
        if score > 0:
            best = score
            if score > alpha:
                alpha = score
        else:
            most = score

    if prune and not pv and depth >= PRUNE_DEPTH and left > depth and -WIN < beta and beta < WIN:
        bar = beta + PRUNE_MARGIN * depth
        score = search(context, position, bar - 1, bar, depth * PRUNE_SHARE // 100, ply, False,
                       NULL)
        if context.stopped:
            return 0
        if score >= bar:
            return score - PRUNE_MARGIN * depth

    moves = context.top
    number = game.generate(game, position, moves)
    if number == 0:
        return ended(context, position, ply)
    context.top = moves + number
    score_moves(&context.history, position.side, moves, number, hit.move)
    if number == 1:
        extension = 1

    for i in range(number):
        move = pick(moves, i, number)
        if excluded != NULL and same_move(move, excluded):
            continue
        next_depth = depth - 1 + extension
        if (i == 0 and pv and depth >= SINGLE_DEPTH and hit.bound & LOWER and extension == 0
                and excluded == NULL and hit.depth >= depth - 4 and -WIN < hit.score
                and hit.score < WIN and move_code(move) == hit.move
                and is_single(context, position, &hit, move, depth, ply)):
            next_depth += 1
        if context.stopped:
            break
        game.make(game, position, move, &after)
        if next_depth > 0:
            prefetch(cluster_of(context.table, after.key))
        if searched == 0 and pv:
            score = -search(context, &after, -beta, -alpha, next_depth, ply + 1, True, NULL)
        else:
            reduced = reduction(move, depth, searched, pv) if left > depth else 0
            score = -search(context, &after, -alpha - 1, -alpha, next_depth - reduced, ply + 1,
                            True, NULL)
            if score > alpha and reduced and not context.stopped:
                score = -search(context, &after, -alpha - 1, -alpha, next_depth, ply + 1, True,
                                NULL)
            if score > alpha and score < beta and pv and not context.stopped:
                score = -search(context, &after, -beta, -alpha, next_depth, ply + 1, True, NULL)
        if context.stopped:
            break
        searched += 1
        if score > best:
            best = score
            if score > alpha:
                best_code = move_code(move)
                if pv:
                    follow(context, ply, move)
                if score >= beta:
                    break
                alpha = score

    context.top = moves
    if context.stopped:
        return 0
    if searched == 0:
        return start                            # the only move is the excluded one
    if best > most:
        best = most
    if best_code:
        # The best move is the last one that raised alpha; those before it did not do as well.
        for i in range(number):
            if move_code(&moves[i]) == best_code:
                praise(&context.history, position.side, &moves[i])
                break
            blame(&context.history, position.side, &moves[i])
    if excluded == NULL:
        store(context.table, key, best_code, to_table(best, ply), depth,
              LOWER if best >= beta else EXACT if best > start else UPPER)
    return best


cdef inline void keep_line(Context* context, RootMove* root) noexcept nogil:
    # The variation found below a root move becomes its line.
    cdef int length = context.length[1]
    if length > LINE - 1:
        length = LINE - 1
    root.line[0] = root.move
    memcpy(root.line + 1, context.lines + MAX_PLY, length * sizeof(Move))
    root.length = length + 1


cdef inline void bring_first(RootMove* roots, int first, int place) noexcept nogil:
    # Moves the root move at `place` up to `first`; the others keep their order.
    cdef RootMove move = roots[place]
    while place > first:
        roots[place] = roots[place - 1]
        place -= 1
    roots[first] = move


cdef int search_root(Context* context, int depth, int alpha, int beta, int first,
                     int last) noexcept nogil:
    cdef const Game* game = context.game
    cdef const Position* position = &context.root_position
    cdef RootMove* root
    cdef Position after
    cdef uint64_t key
    cdef int start = alpha
    cdef int best = -INFINITE
    cdef int left = plies_left(game, position, &key)
    cdef int i, score, reduced
    cdef int next_depth = depth - 1
    context.top = context.arena
    context.keys[context.root] = position.key
    if context.root_count == 1:
        next_depth += 1
    for i in range(first, last):
        root = &context.roots[i]
        if context.on_current != NULL and now_ns() >= context.current_from:
            context.on_current(context.owner, &root.move, i + 1)
        game.make(game, position, &root.move, &after)
        if i == first:
            score = -search(context, &after, -beta, -alpha, next_depth, 1, True, NULL)
        else:
            reduced = reduction(&root.move, depth, i - first, True) if left > depth else 0
            score = -search(context, &after, -alpha - 1, -alpha, next_depth - reduced, 1, True,
                            NULL)
            if score > alpha and reduced and not context.stopped:
                score = -search(context, &after, -alpha - 1, -alpha, next_depth, 1, True, NULL)
            if score > alpha and score < beta and not context.stopped:
                score = -search(context, &after, -beta, -alpha, next_depth, 1, True, NULL)
        if context.stopped:
            break
        root.score = -INFINITE
        if i == first or score > alpha:
            root.score = score
            keep_line(context, root)
        if score > best:
            best = score
            if score > alpha or i == first:
                bring_first(context.roots, first, i)
            if score > alpha:
                alpha = score
            if score >= beta:
                break
    if not context.stopped and first == 0:
        store(context.table, key, move_code(&context.roots[0].move), to_table(best, 0), depth,
              LOWER if best >= beta else EXACT if best > start else UPPER)
    return best


cdef int deepen(Context* context, int depth, int last, int score) noexcept nogil:
    cdef int alpha, beta, width, found
    while depth <= last and not context.stopped:
        width = WINDOW if depth >= 4 and -WIN < score and score < WIN else INFINITE
        alpha = max(score - width, -INFINITE)
        beta = min(score + width, INFINITE)
        while True:
            found = search_root(context, depth, alpha, beta, 0, context.root_count)
            if context.stopped:
                return score
            width *= 2
            if width > WIDE:
                width = INFINITE
            if found <= alpha and alpha > -INFINITE:
                alpha = max(found - width, -INFINITE)
            elif found >= beta and beta < INFINITE:
                beta = min(found + width, INFINITE)
            else:
                break
        score = found
        context.patient = context.hurried = False
        depth += 1
    return score
