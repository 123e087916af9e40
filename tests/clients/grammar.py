"""Hypothesis strategies for lines and messages of the three protocols: right ones, nearly right
ones, and noise. None of them ends the process or takes more than a moment or 64 MiB."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

GAMES = ["russian", "giveaway", "brazilian", "international", "english", "italian", "czech",
         "turkish", "armenian", "thai", "frisian", "frysk", "antidraughts", "breakthrough",
         "killer", "canadian", "spantsireti", "spanish", "nonsense"]
FENS = ["W:W31-50:B1-20", "W:Wa3,c3,e3:Bb8,d8", "B:WK1,5:BK50", "W:WKa1:BKh4", "W:Wh6:Bg7,c5,d2",
        "W:W21-32:B1-12", "B:W50:B", "W:W:BK5", "W:W4:B49", "W:WK4:B13,20,32,37", "", "blah",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "W:W0:B51", "?:W1:B2", "W:Wc3,c3:Bf6",
        "W:WK28,31:B5:+0+328", "W:WKd2:Bf6,c5,e5,e3:H12:F40", "W:WK12-14:BK28-31", "w:wka1:bb2"]
SQUARES = st.one_of(
    st.integers(0, 99).map(str),
    st.builds("{}{}".format, st.sampled_from("abcdefghijlz"), st.integers(0, 12)))
NUMBERS = st.one_of(
    st.sampled_from(["0", "1", "2", "-1", "3.5", "1e3", "nan", "inf", "", "x", "9" * 30]),
    st.integers(-10, 300).map(str))
NOISE = st.one_of(
    st.text(max_size=20),
    st.sampled_from(["\0", "\x1b[2J", "é", "\u2028", "=", '"', '""', "a" * 3000, "K", ":", "x-x"]))


def _moves() -> SearchStrategy[str]:
    move = st.builds(
        lambda separator, squares: separator.join(squares),
        st.sampled_from(["-", "x", ":", ""]), st.lists(SQUARES, min_size=1, max_size=5))
    good = st.sampled_from([
        "c3d4 d6c5", "c3d4", "32-28 19-23 28x19", "22-18 10-14", "10-14 22-18", "h6f8b4e1",
        "25-20 25-20", "4x15x13x20x32"])
    return st.one_of(good, st.lists(move, max_size=6).map(" ".join))


MOVES = _moves()


@st.composite
def spoiled(draw: st.DrawFn, lines: SearchStrategy[str]) -> str:
    """A line with one word dropped, doubled, replaced or swapped with the next."""
    words = draw(lines).split(" ")
    place = draw(st.integers(0, len(words) - 1))
    kind = draw(st.integers(0, 4))
    if kind == 0:
        del words[place]
    elif kind == 1:
        words.insert(place, words[place])
    elif kind == 2:
        words[place] = draw(NOISE)
    elif kind == 3:
        words[place:place + 2] = reversed(words[place:place + 2])
    else:
        words[place] = words[place][:draw(st.integers(0, 8))]
    return " ".join(words)


def _with_noise(good: SearchStrategy[str], stops: frozenset[str]) -> SearchStrategy[bytes]:
    def encoded(text: str) -> bytes:
        text = text.replace("\r", " ").replace("\n", " ")
        if text.strip() in stops:
            text = ""
        return text.encode("utf-8", "surrogatepass")

    near = spoiled(good)
    text = st.one_of(good, good, good, near, near, NOISE).map(encoded)
    return st.one_of(text, text, text, text, text, st.binary(max_size=12).map(_one_line))


def _one_line(data: bytes) -> bytes:
    data = data.replace(b"\n", b" ").replace(b"\r", b" ")
    return b"" if data.strip() == b"quit" else data


# The UCI dialect.

_SEARCH_ARGUMENT = st.one_of(
    st.builds("{} {}".format,
              st.sampled_from(["depth", "nodes", "mate", "movetime", "wtime", "btime", "winc",
                               "binc", "movestogo"]), NUMBERS),
    st.builds("searchmoves {}".format, MOVES),
    st.sampled_from(["infinite", "ponder", "foo", "depth"]))
_GO = st.lists(_SEARCH_ARGUMENT, max_size=4).map(lambda words: " ".join(["go", *words]))
_SETOPTION = st.one_of(
    st.builds("setoption name {} value {}".format,
              st.sampled_from(["MultiPV", "Skill Level", "UCI_Elo", "Move Overhead", "Nope",
                               "TablePieces", "ponder", "UCI_ShowWDL", "UCI_LimitStrength",
                               "UCI_AnalyseMode", "MoveNotation", "DrawRules"]),
              st.one_of(NUMBERS, st.sampled_from(["true", "false", "pdn", "coordinate",
                                                  "lidraughts", "federation"]))),
    st.builds("setoption name UCI_Variant value {}".format, st.sampled_from(GAMES)),
    st.builds("setoption name {}".format, st.sampled_from([
        "Hash value 16", "Hash value 1", "Hash value 0", "Hash value 2147483648", "Hash value -1",
        "Threads value 1", "Threads value 2", "Threads value 0", "Threads value 513",
        "Clear Hash", "Hash", "TablePath value /no such dir", "EvalFile value /dev/null",
        "TablePath value <empty>", "EvalFile value <empty>", ""])))
_POSITION = st.one_of(
    st.builds("position startpos moves {}".format, MOVES),
    st.builds("position fen {} moves {}".format, st.sampled_from(FENS), MOVES),
    st.builds("position fen {}".format, st.sampled_from(FENS)),
    st.sampled_from(["position", "position fen", "position foo", "position startpos"]))
_UCI = st.one_of(
    _GO, _GO, _POSITION, _POSITION, _SETOPTION,
    st.sampled_from(["uci", "isready", "ucinewgame", "stop", "ponderhit", "d", "fen", "moves",
                     "eval", "perft 3", "perft x", "perft", "go perft 2", "help", "debug on",
                     "register", "flip", "hub", "", "  ", "stop", "bench x"]))
UCI_LINES = _with_noise(_UCI, frozenset({"quit", "bench"}))


# Hub.

_BOARD = st.one_of(
    st.sampled_from(["W" + "b" * 12 + "e" * 8 + "w" * 12, "W" + "b" * 20 + "e" * 10 + "w" * 20,
                     "B" + "e" * 49 + "W", "W" + "e" * 32, "W" + "b" * 30 + "e" * 12 + "w" * 30,
                     "W" + "q" * 50, "", "W"]),
    st.builds(lambda side, squares: side + "".join(squares), st.sampled_from("WBx"),
              st.lists(st.sampled_from("eeeeewbWB"), min_size=31, max_size=51)))
_POS = st.one_of(
    st.builds("pos pos={}".format, _BOARD),
    st.builds('pos pos={} moves="{}"'.format, _BOARD, MOVES),
    st.builds('pos start moves="{}"'.format, MOVES), st.sampled_from(["pos", "pos start"]))
_LEVEL_ARGUMENT = st.one_of(
    st.builds("{}={}".format,
              st.sampled_from(["depth", "nodes", "move-time", "moves", "time", "inc", "foo"]),
              st.one_of(NUMBERS.filter(lambda text: len(text) < 3), st.just("0.01"))),
    st.sampled_from(["infinite", "ponder", "foo"]))
_LEVEL = st.lists(_LEVEL_ARGUMENT, max_size=4).map(lambda words: " ".join(["level", *words]))
_SET_PARAM = st.one_of(
    st.builds('set-param name={} value="{}"'.format,
              st.sampled_from(["ponder", "book", "book-ply", "book-margin", "bb-size", "bb-path",
                               "eval-file", "numbering", "nope", "initial-time"]),
              st.one_of(NUMBERS, st.sampled_from(["true", "false", "auto", "pdn", "board", "/x"]))),
    st.builds("set-param name=variant value={}".format,
              st.sampled_from([*GAMES, "normal", "bt", "losing", "frysk!"])),
    st.sampled_from(["set-param name=threads value=2", "set-param name=threads value=1",
                     "set-param name=tt-size value=16", "set-param name=tt-size value=18",
                     "set-param name=tt-size value=99", "set-param", "set-param name=threads"]))
_HUB = st.one_of(
    _POS, _POS, _LEVEL, _SET_PARAM,
    st.sampled_from(["go", "go think", "go ponder", "go analyze", "go mcts", "go analyze"]),
    st.sampled_from(["hub", "init", "new-game", "stop", "ponder-hit", "ping", "uci", "", "foo a=b",
                     "stop", 'level depth="', "pos pos=\"W"]))
HUB_LINES = _with_noise(_HUB, frozenset({"quit"}))


# DXP.

_TWO_DIGITS = st.integers(0, 99).map("{:02}".format)
_MOVE_MESSAGE = st.one_of(
    st.sampled_from(["M0000322800", "M0000191400", "M0001352900", "M0000332900"]),
    st.builds(lambda squares, count: "M0000" + "".join(squares[:2]) + f"{count:02}"
              + "".join(squares[2:]), st.lists(_TWO_DIGITS, min_size=2, max_size=6),
              st.integers(0, 5)))
_REQUEST = st.builds(
    "R{}{:<32}{}{:03}{:03}{}".format, st.sampled_from(["01", "01", "01", "02", "xx"]),
    st.text("abc ", max_size=40), st.sampled_from("WZWZX"), st.sampled_from([0, 1, 999]),
    st.sampled_from([0, 1, 2]),
    st.one_of(st.sampled_from(["A", "A", "BW", "B", "C"]),
              st.builds(lambda side, squares: "B" + side + "".join(squares),
                        st.sampled_from("WZx"),
                        st.lists(st.sampled_from("eeeewzWZ"), min_size=48, max_size=51))))
_DXP = st.one_of(
    _REQUEST, _REQUEST, _MOVE_MESSAGE, _MOVE_MESSAGE,
    st.sampled_from(["A" + "x" * 32 + "0", "E00", "E01", "E31", "Chello", "C", "B001W", "B001Z",
                     "B002Z", "B999W", "K0", "K1", "", "?", "M", "E", "B", "R"]))


def _message(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass").replace(b"\0", b"") + b"\0"


DXP_MESSAGES = st.one_of(
    _DXP.map(_message), _DXP.map(_message), _DXP.map(_message), spoiled(_DXP).map(_message),
    NOISE.map(_message), st.binary(max_size=140))
