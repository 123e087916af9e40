# The rule record of the kernel that is being compiled, as C constants that setup.py defines
# (-DRULE_..., -DBOARD_...). Meanings as in rules.py and geometry.py.

from bolshak.bits cimport Bits

cdef extern from *:
    """
    #ifndef BOLSHAK_CONSTANTS
    #define BOLSHAK_CONSTANTS
    enum {
        STEP_UP_LEFT = BOARD_STEP,
        STEP_UP_RIGHT = BOARD_STEP + BOARD_RIGHT,
        /* On boards of one colour an orthogonal step goes to the next playing square. */
        STEP_UP = BOARD_EVERY ? BOARD_STEP + 1 : 2 * BOARD_STEP + 1,
        STEP_RIGHT = 1
    };
    static const int STEPS[8] = {STEP_UP_RIGHT, STEP_UP_LEFT, -STEP_UP_LEFT, -STEP_UP_RIGHT,
                                 STEP_UP, STEP_RIGHT, -STEP_RIGHT, -STEP_UP};
    #define BOARD_ALL BITS(BOARD_LOW, BOARD_HIGH)
    #define BOARD_ROAD BITS(BOARD_ROAD_LOW, BOARD_ROAD_HIGH)
    /* The set of directions as Black sees it: d becomes d ^ 3. */
    #define DIRECTIONS_BLACK(set) (((set) & 0x11) << 3 | ((set) & 0x88) >> 3 | \
                                   ((set) & 0x22) << 1 | ((set) & 0x44) >> 1)
    #define BOARD_SEEN (BOARD_WIDE ? 4096 : 1)
    /* All directions in which some piece makes a jump of two steps. */
    #define SHORT_CAPTURES (RULE_MAN_CAPTURES | DIRECTIONS_BLACK(RULE_MAN_CAPTURES) | \
                            (RULE_FLYING ? 0 : RULE_KING_CAPTURES))
    #endif
    """
    enum:
        SHORT_CAPTURES
        SEEN "BOARD_SEEN"       # entries of the table in hunt.pxd
        WIDE "BOARD_WIDE"
        FILES "BOARD_FILES"
        RANKS "BOARD_RANKS"
        EVERY_SQUARE "BOARD_EVERY"
        TOP "BOARD_TOP"
        HAS_ROAD "BOARD_HAS_ROAD"
        MAN_MOVES "RULE_MAN_MOVES"
        MAN_CAPTURES "RULE_MAN_CAPTURES"
        MAN_MOVES_BLACK "DIRECTIONS_BLACK(RULE_MAN_MOVES)"
        MAN_CAPTURES_BLACK "DIRECTIONS_BLACK(RULE_MAN_CAPTURES)"
        KING_MOVES "RULE_KING_MOVES"
        KING_CAPTURES "RULE_KING_CAPTURES"
        FLYING "RULE_FLYING"
        PRIORITY "RULE_PRIORITY"
        PROMOTION "RULE_PROMOTION"
        REMOVAL "RULE_REMOVAL"
        LANDING "RULE_LANDING"
        TURN_BACK "RULE_TURN_BACK"
        MEN_TAKE_KINGS "RULE_MEN_TAKE_KINGS"
        KING_LIMIT "RULE_KING_LIMIT"
        ENDING "RULE_ENDING"
    const int STEPS[8]
    const Bits BOARD "BOARD_ALL"
    const Bits ROAD "BOARD_ROAD"
    Bits FAR_WHITE "BITS(BOARD_FAR_WHITE_LOW, BOARD_FAR_WHITE_HIGH)"
    Bits FAR_BLACK "BITS(BOARD_FAR_BLACK_LOW, BOARD_FAR_BLACK_HIGH)"

cdef enum:
    # As in rules.py.
    PROMOTE_END = 0
    PROMOTE_GO_ON = 1
    PROMOTE_STOP = 2
    REMOVE_AT_ONCE = 1
    LAND_BEHIND = 1
    LAND_BEHIND_KING = 2
    MOST = 1
    WITH_KING = 2
    MOST_KINGS = 4
    KING_EARLIEST = 8
    VALUE = 16
    ENDS_FIRST_KING = 1
    ENDS_LAST_PIECE = 2
