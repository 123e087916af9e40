"""DamExchange: each promise of protocols.md 4, over loopback against the installed command."""

from __future__ import annotations

import random
import socket
import time
from pathlib import Path

import pytest
from clients.dxp_peer import (
    ACCEPTED,
    HOST,
    NAME,
    DxpServer,
    Peer,
    accept,
    free_port,
    move,
    request,
    waiting_peer,
)
from process import Process, run

from bolshak import Game
from bolshak.notation import format_hub_move, format_hub_position

START = "z" * 20 + "e" * 10 + "w" * 20
RUSSIAN = "z" * 12 + "e" * 8 + "w" * 12


ROAD = {5, 10, 14, 19, 23, 28, 32, 37, 41, 46}          # the long diagonal of 10x10


def board(squares: int, **pieces: str) -> str:
    """A set-up with some pieces: `board(50, w="31,32", Z="5")`."""
    places = {int(number): letter for letter, numbers in pieces.items()
              for number in numbers.split(",")}
    return "".join(places.get(number, "e") for number in range(1, squares + 1))


# Set-ups in which the program has one legal move, which it plays at once: its first one as White,
# or the answer to 33-28 as Black.
AS_WHITE = "BW" + board(50, w="28,50", z="22,1")
AS_BLACK = "BW" + board(50, w="33,50", z="22,1")
FORCED_WHITE, FORCED_BLACK = "28170122", "22330128"


def begin(server: DxpServer, *arguments: str, **options: object) -> Peer:
    peer = server.connect()
    peer.send(request(*arguments, **options))           # type: ignore[arg-type]
    peer.expect(ACCEPTED)
    return peer


# Bytes on the wire.


def test_follower_accepts_and_moves_first() -> None:
    with DxpServer() as server, begin(server, "W", minutes=0) as peer:
        text = peer.expect("M")
        assert text[5:11] in {"312600", "312700", "322700", "322800", "332800", "332900",
                              "342900", "343000", "353000"}
        assert int(text[1:5]) <= 3                      # a second a move in a game of 0 minutes


def test_client_as_initiator_asks_for_a_game() -> None:
    with waiting_peer() as (port, listener), \
            Process(f"--dxp-connect={port}", "--dxp-minutes=0", "--dxp-moves=80") as client, \
            accept(listener) as peer:
        assert peer.read() == "R01" + "Bolshak".ljust(32) + "Z000080A"
        peer.send("A" + NAME + "0")
        peer.expect("M")
        peer.send("E01")
        peer.expect("E01")
        peer.closed()
        assert client.wait() == 0


def test_default_address_is_the_loopback_port() -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, 27531))
        except OSError:
            pytest.skip("port 27531 is taken on this machine")
    with Process("--dxp-listen"), socket.socket() as connection:
        end = time.monotonic() + 10
        while connection.connect_ex((HOST, 27531)):
            assert time.monotonic() < end
            time.sleep(0.02)


def test_only_the_loopback_interface_is_served() -> None:
    with DxpServer() as server, server.connect():
        address = Path("/proc/net/tcp").read_text()
        assert f" 0100007F:{server.port:04X} " in address
        assert f" 00000000:{server.port:04X} " not in address


# Roles: who connects and who asks are independent.


def test_server_as_initiator() -> None:
    with DxpServer("--dxp-initiator", "--dxp-minutes=0") as server, server.connect() as peer:
        peer.expect("R01Bolshak")
        peer.send("A" + NAME + "0")
        peer.expect("M")


def test_client_as_follower() -> None:
    with waiting_peer() as (port, listener), \
            Process(f"--dxp-connect=127.0.0.1:{port}", "--dxp-initiator=no") as client, \
            accept(listener) as peer:
        peer.silent(0.3)
        peer.send(request("W", setup=AS_WHITE))
        peer.expect(ACCEPTED)
        assert peer.read()[5:] == FORCED_WHITE
        peer.socket.close()
        assert client.wait() == 0


@pytest.mark.parametrize("code", "123")
def test_refused_request_is_reported(code: str) -> None:
    with waiting_peer() as (port, listener), Process(f"--dxp-connect={port}") as client, \
            accept(listener) as peer:
        peer.expect("R01")
        peer.send("A" + NAME + code)
        peer.closed()
        assert client.rest() == [f"dxp: 'Tester' refused the game with code {code}"]
        assert client.wait() == 1


def test_peer_that_goes_before_the_game_is_reported() -> None:
    with waiting_peer() as (port, listener), Process(f"--dxp-connect={port}") as client:
        with accept(listener) as peer:
            peer.expect("R01")
        assert client.rest() == ["dxp: the connection ended before a game began"]
        assert client.wait() == 1


def test_games_follow_one_another_with_changing_colours() -> None:
    with waiting_peer() as (port, listener), \
            Process(f"--dxp-connect={port}", "--dxp-games=3", "--dxp-minutes=0") as client, \
            accept(listener) as peer:
        for follower in "ZWZ":
            assert peer.expect("R01")[35:39] == follower + "000"
            peer.send("A" + NAME + "0")
            if follower == "Z":
                peer.expect("M")
            peer.send("E20")
            peer.expect("E00")
        peer.closed()
        assert client.wait() == 0


def test_server_ends_after_its_games() -> None:
    with DxpServer("--dxp-games=1") as server, begin(server, "Z") as peer:
        peer.send("E01")
        peer.expect("E01")
        peer.closed()
        assert server.wait() == 0
        assert server.read() == "dxp: game 1: ended, says the opponent"


def test_server_listens_again_after_a_connection() -> None:
    with DxpServer() as server:
        for _ in range(3):
            with begin(server, "W", setup=AS_WHITE) as peer:
                assert peer.read()[5:] == FORCED_WHITE
        with begin(server, "Z") as peer:
            peer.send("E00")
            peer.expect("E00")
            peer.send(request("W", setup=AS_WHITE))     # the same connection, another game
            peer.expect(ACCEPTED)
            assert peer.read()[5:] == FORCED_WHITE


# Requests.


@pytest.mark.parametrize(("text", "code"), [
    ("R02" + NAME + "W000000A", "1"),
    ("R99a message of tomorrow", "1"),
    (request(setup="BW" + RUSSIAN), "2"),
    (request(setup="BW" + START + "e"), "2"),
    (request(setup="BW" + "w" + START[1:]), "2"),       # a man on its crowning row
    (request(setup="BW" + "w" * 5 + "w" * 45), "2"),
    (request(setup="BW" + START), "0"),
    (request(setup="BZ" + START), "0"),
])
def test_requests_are_judged(text: str, code: str) -> None:
    with DxpServer() as server, server.connect() as peer:
        peer.send(text)
        assert peer.expect("ABolshak") == ACCEPTED[:-1] + code
        if code != "0":
            peer.send(request("W"))                     # still idle
            peer.expect(ACCEPTED)


@pytest.mark.parametrize("text", [
    "R", "R01", "R0x" + NAME + "W000000A", request("X"), request("W")[:-1] + "C",
    "R01" + NAME + "W00000A", request(setup="BX" + START), request(setup="BW" + "q" * 50),
    request(setup="B"), request("W") + "A", "", "?", "r01", "M", "E01", "B001W", "K0",
    "A" + NAME + "0", "M0000322800", "\x01\x02", "\x80\xff",
])
def test_what_is_not_expected_is_answered_and_ignored(text: str) -> None:
    with DxpServer() as server, server.connect() as peer:
        peer.send(text)
        peer.chat_error()
        peer.send("Chello")
        peer.send(request("W", setup=AS_WHITE))
        peer.expect(ACCEPTED)
        assert peer.read()[5:] == FORCED_WHITE


@pytest.mark.parametrize(("variant", "squares"), [
    ("russian", 32), ("brazilian", 32), ("english", 32), ("thai", 32), ("spanish", 32),
    ("spantsireti", 40), ("frisian", 50), ("turkish", 64), ("canadian", 72)])
def test_other_boards(variant: str, squares: int) -> None:
    """The private extension: one character per square of the variant in board order."""
    game = Game(variant)
    start = format_hub_position(game.position).translate(str.maketrans("bB", "zZ"))
    first = start[0].replace("B", "Z").replace("z", "Z")
    follower = "Z" if first == "W" else "W"
    assert len(start) == squares + 1
    text = format_hub_move(game.position, game.position.legal_moves()[0])
    with DxpServer(variant=variant) as server, server.connect() as peer:
        peer.send(request(follower, setup=f"B{first}{start[1:]}e"))
        peer.expect(ACCEPTED[:-1] + "2")
        for setup in ("A", f"B{first}{start[1:]}"):
            peer.send(request(follower, setup=setup))
            peer.expect(ACCEPTED)
            peer.send(move(*map(int, text.split("-"))), f"B001{first}")
            assert peer.read() == "K0"                  # the move was good, and is taken back
            peer.send("E00")
            peer.expect("E00")


# Moves.


def test_moves_are_exchanged_and_victims_come_in_any_order() -> None:
    setup = "BW" + board(50, w="28,45", z="36,13,23")
    for victims in ((13, 23), (23, 13)):
        with DxpServer() as server, begin(server, "Z", setup=setup) as peer:
            peer.send(move(28, 8, *victims))
            peer.expect("M")


@pytest.mark.parametrize("text", [
    move(32, 27, 28), move(32, 43), move(1, 6), move(32, 99), move(0, 0), move(31, 26, 26),
    "M", "M0000", "M00003228", "M0000322801", "M000032280", "M0000322800x", "Mabcd322800",
    "M00003228000", "M000032280102", "M0000ZZ2800",
])
def test_illegal_and_malformed_moves_end_the_game(text: str) -> None:
    with DxpServer() as server, begin(server, "Z") as peer:
        peer.send(text)
        peer.chat_error()
        peer.expect("E01")
        peer.send("E01")
        peer.closed()
        with begin(server, "W", setup=AS_WHITE) as again:           # and the server goes on
            assert again.read()[5:] == FORCED_WHITE


@pytest.mark.parametrize("victims", [(), (23,), (13,), (23, 13, 1), (23, 23)])
def test_victims_must_be_complete(victims: tuple[int, ...]) -> None:
    setup = "BW" + board(50, w="28,45", z="1,13,23")
    with DxpServer() as server, begin(server, "Z", setup=setup) as peer:
        peer.send(move(28, 8, *victims))
        peer.chat_error()
        peer.expect("E01")


def test_move_out_of_turn_is_ignored() -> None:
    with DxpServer() as server, begin(server, "W", minutes=0) as peer:
        peer.send(move(32, 28))
        peer.chat_error()
        peer.expect("M")


def test_chat_is_ignored() -> None:
    with DxpServer() as server, begin(server, "Z", setup=AS_BLACK) as peer:
        peer.send("C", "Cgood luck", "C" + "x" * 126, "C\x7f\x01")
        peer.send(move(33, 28))
        assert peer.read()[5:] == FORCED_BLACK


def test_bytes_in_any_packets() -> None:
    """P54: one byte per packet, and several messages in one."""
    with DxpServer() as server, server.connect() as peer:
        for byte in request("Z", setup=AS_BLACK).encode() + b"\0":
            peer.write(bytes([byte]))
            time.sleep(0.001)
        peer.expect(ACCEPTED)
        peer.send("Chello", move(33, 28), "Cgood luck")
        assert peer.read()[5:] == FORCED_BLACK
        peer.write(b"Cone\0Ctwo\0B0")
        peer.write(b"01W\0E0")
        peer.expect("K0")
        peer.write(b"1\0")
        peer.expect("E01")
        peer.closed()


@pytest.mark.parametrize("data", [b"x" * 200, b"C" + b"y" * 127 + b"\0", b"Chi\0" + b"z" * 128])
def test_overlong_messages_close_the_connection(data: bytes) -> None:
    """P54."""
    with DxpServer() as server:
        with server.connect() as peer:
            peer.write(data)
            peer.chat_error()
            peer.closed()
        with begin(server, "W", setup=AS_WHITE) as peer:
            assert peer.read()[5:] == FORCED_WHITE


def test_half_a_message_at_the_end_closes_the_connection() -> None:
    with DxpServer() as server:
        with server.connect() as peer:
            peer.write(b"R01half")
            peer.socket.shutdown(socket.SHUT_WR)
            peer.chat_error()
            peer.closed()
        with begin(server, "W", setup=AS_WHITE) as peer:
            assert peer.read()[5:] == FORCED_WHITE


# Taking back.


def test_back_request() -> None:
    with DxpServer() as server, begin(server, "Z", setup=AS_BLACK) as peer:
        for impossible in ("B000W", "B001W", "B001Z", "B002W", "B999Z"):
            peer.send(impossible)
            assert peer.read() == "K1"
        peer.send(move(33, 28))
        assert peer.read()[5:] == FORCED_BLACK
        peer.send("B002W")                              # where we are: not an earlier position
        assert peer.read() == "K1"
        peer.send("B001Z")                              # the position before Black's answer
        assert peer.read() == "K0"
        assert peer.read()[5:] == FORCED_BLACK
        peer.send("B001W", move(50, 44), move(33, 28))  # the start; Black has a choice now
        assert peer.read() == "K0"
        peer.chat_error()                               # the second move comes out of turn
        peer.expect("M")
        peer.send("B001")
        peer.chat_error()


def test_back_request_during_a_search() -> None:
    with DxpServer() as server, begin(server, "Z", minutes=0) as peer:
        peer.send(move(32, 28), "B001W")
        texts = [peer.read()]
        if texts[0].startswith("M"):
            texts.append(peer.read())
        assert texts[-1] == "K0"
        peer.silent(1.5)                                # the stopped search must not move
        peer.send(move(33, 29))
        peer.expect("M")


# The end of a game.


def test_lost_games() -> None:
    """Two games; after the last one no other is welcome, and the server has done its work."""
    setup = "BW" + board(50, w="28,50", z="22")         # 28x17 takes the last piece
    with DxpServer("--dxp-games=2") as server, server.connect() as peer:
        for stop in "01":
            peer.send(request("Z", setup=setup))
            peer.expect(ACCEPTED)
            peer.send(move(28, 17, 22))
            assert peer.read() == "E1" + stop
            peer.send("E0" + stop)
        peer.closed()
        assert server.wait() == 0
        assert server.rest() == ["dxp: game 1: lost", "dxp: game 2: lost"]


def test_won_game() -> None:
    """In antidraughts, to be without a move is to win."""
    setup = "BW" + board(50, w="28,50", z="22")
    with DxpServer(variant="antidraughts") as server, begin(server, "Z", setup=setup) as peer:
        peer.send(move(28, 17, 22))
        assert peer.read() == "E30"


def test_drawn_game() -> None:
    """King against king is drawn after five moves of each."""
    game = Game("international", "B:WK46:BK1")
    setup = "BZ" + board(50, W="46", Z="1")
    with DxpServer() as server, begin(server, "Z", setup=setup) as peer:
        while (text := peer.read()).startswith("M"):
            game.push(f"{int(text[5:7])}-{int(text[7:9])}")
            choice = next(m for m in game.position.legal_moves()
                          if m.target in ROAD and not game.position.play(m).can_capture("B"))
            peer.send(move(choice.origin, choice.target))
            game.push(choice)
        assert text == "E20" and len(game.moves) == 10


def test_move_limit() -> None:
    with DxpServer() as server, begin(server, "W", minutes=0, moves=1) as peer:
        peer.expect("M")
        peer.send(move(19, 23))
        assert peer.read() in ("E00", "E20")


def test_our_end_is_not_answered() -> None:
    """5 s after GAMEEND the connection is idle again."""
    setup = "BW" + board(50, w="28,50", z="22")
    with DxpServer() as server, begin(server, "Z", setup=setup) as peer:
        peer.send(move(28, 17, 22))
        assert peer.read() == "E10"
        start = time.monotonic()
        peer.send(request("W"))                         # too early
        peer.chat_error()
        peer.silent(5.5 - (time.monotonic() - start))
        peer.send(request("W"))
        peer.expect(ACCEPTED)


@pytest.mark.slow
def test_silent_opponent() -> None:
    with DxpServer() as server, begin(server, "Z", minutes=0) as peer:
        start = time.monotonic()
        assert peer.read(timeout=70) == "E00"
        assert 59 < time.monotonic() - start < 66


@pytest.mark.slow
def test_unanswered_request() -> None:
    with waiting_peer() as (port, listener), Process(f"--dxp-connect={port}") as client, \
            accept(listener) as peer:
        peer.expect("R01")
        start = time.monotonic()
        peer.closed(timeout=70)
        assert 59 < time.monotonic() - start < 66
        assert client.read().startswith("dxp: no answer")


def test_clock_of_the_whole_game() -> None:
    """One minute for sixty moves: the first one gets its share, and the message tells it."""
    with DxpServer() as server, begin(server, "W", minutes=1, moves=60) as peer:
        start = time.monotonic()
        text = peer.expect("M")
        used = time.monotonic() - start
        assert used < 10
        assert abs(int(text[1:5]) - used) <= 1.5


# The process.


def test_nothing_is_printed_and_quit_ends_it() -> None:
    with DxpServer() as server:
        server.silent(0.5)
        server.send("isready", "uci", "go infinite", "")
        server.silent(0.3)
        start = time.monotonic()
        server.quit()
        assert time.monotonic() - start < 1.5


@pytest.mark.parametrize("way", ["quit", "end of input", "SIGTERM", "SIGINT"])
def test_ends_during_a_game(way: str) -> None:
    with DxpServer() as server, begin(server, "W", minutes=99) as peer:
        time.sleep(0.2)
        start = time.monotonic()
        if way == "quit":
            server.send("quit")
        elif way == "end of input":
            server.close_input()
        else:
            server.signal({"SIGTERM": 15, "SIGINT": 2}[way])
        assert server.wait() == 0
        assert time.monotonic() - start < 1.5
        if way in ("quit", "end of input"):
            peer.expect("E01")
        peer.closed()


def test_failures_are_reported_and_end_the_process() -> None:
    result = run(f"--dxp-connect={free_port()}")
    assert result.returncode == 1
    assert result.stdout.startswith(b"dxp: 127.0.0.1:") and result.stdout.count(b"\n") == 1
    assert result.stderr == b""
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        result = run(f"--dxp-listen={port}")
        assert str(port).encode() in result.stdout and result.stderr == b""


@pytest.mark.parametrize("flag", [
    "--dxp-listen=127.0.0.1:port", "--dxp-listen=99999", "--dxp-minutes=1000", "--dxp-games=0",
    "--dxp-moves=-1", "--variant=nonsense", "--variant=", "--numbering=roman",
    "--dxp-initiator=perhaps", "--hash=abc", "--hash=0", "--threads=0", "--log=/no/such/folder/x"])
def test_bad_flags_are_told(flag: str) -> None:
    flags = [flag] if "listen" in flag else [f"--dxp-listen={free_port()}", flag]
    result = run(*flags)
    assert result.stdout.startswith(b"dxp: ") and result.stdout.count(b"\n") == 1
    assert result.returncode == 1 and result.stderr == b""


# Whole games.


@pytest.mark.parametrize("variant", [
    "international", pytest.param("russian", marks=pytest.mark.slow)])
def test_bolshak_plays_itself(variant: str) -> None:
    """Server and client, two games with a move limit, to an orderly end."""
    with DxpServer(variant=variant) as server:
        server.connect().socket.close()                 # it listens now
        with Process(f"--dxp-connect={server.port}", f"--variant={variant}", "--dxp-minutes=0",
                     "--dxp-moves=1", "--dxp-games=2") as client:
            assert client.wait(timeout=60) == 0
            lines = client.rest()
            assert len(lines) == 2 and all(line.startswith("dxp: game ") for line in lines)


@pytest.mark.slow
def test_random_opponent() -> None:
    """A whole game against random legal moves."""
    rng = random.Random(7)
    with DxpServer(variant="russian") as server, begin(server, "Z") as peer:
        game = Game("russian")
        while True:
            choice = rng.choice(game.position.legal_moves())
            peer.send(move(choice.origin, choice.target, *choice.captured))
            game.push(choice)
            text = peer.read()
            if text.startswith("E"):
                assert text in ("E10", "E20")
                break
            found = [m for m in game.position.legal_moves()
                     if text[5:] == move(m.origin, m.target, *m.captured)[5:]]
            assert len(found) == 1
            game.push(found[0])
            if game.result() is not None:
                peer.send("E00")
                peer.expect("E00")
                break
