"""Opening lists: from files, all positions, random lines."""

from __future__ import annotations

import random

import pytest

from bolshak import Game, Position
from bolshak.bench.match.config import MatchConfig, Openings
from bolshak.bench.match.faults import ConfigError
from bolshak.bench.match.openings import RandomBook, every_position, open_book, start_of
from bolshak.bench.match.record import decode, encode, replay


@pytest.fixture
def book(match):
    """book(source=..., seed=1, game=...) -> the opening list of such a match."""

    def build(seed: int = 1, game: str = "russian", **values):
        config: MatchConfig = match(openings=Openings(**values), seed=seed, game=game)
        return open_book(config)

    return build


def take(book, count):
    taken = []
    for index in range(count):
        taken.append(book.get(index, taken))
    return taken


@pytest.mark.parametrize("game", ["russian", "international", "english", "turkish", "frisian"])
def test_move_codes_name_every_move_of_random_games(game):
    chance = random.Random(game)
    for _ in range(3):
        played = Game(game)
        codes = []
        while played.result() is None and len(codes) < 150:
            moves = played.position.legal_moves()
            codes.append(encode(chance.choice(moves)))
            assert len({encode(move) for move in moves}) == len(moves)
            played.push(decode(played.position, codes[-1]))
        again = replay(game, "federation", played.start.fen(), codes)
        assert again.position == played.position


def test_codes_that_fit_no_move_are_refused():
    with pytest.raises(ValueError, match="no legal move"):
        decode(Position(), "1-32")


@pytest.mark.parametrize("plies, count", [(0, 1), (1, 7), (2, 49)])
def test_every_position(plies, count):
    openings = every_position("russian", "federation", plies)
    assert len(openings) == count
    ends = {start_of(o, "russian", "federation").position for o in openings}
    assert len(ends) == count
    assert all(len(o.moves) == plies for o in openings)


def test_every_position_is_listed_once_however_it_is_reached():
    """302 lines of three plies in Russian; the distinct ends are counted here in another way."""
    ends = {(p.fen()) for a in Position().legal_moves()
            for q in [Position().play(a)] for b in q.legal_moves()
            for r in [q.play(b)] for c in r.legal_moves() for p in [r.play(c)]}
    assert len(every_position("russian", "federation", 3)) == len(ends) < 302


def test_fen_list(book, tmp_path):
    file = tmp_path / "list.fen"
    file.write_text("# comment\nW:Wc3:Bf6\n\nB:Wa1,Kc3:Bf6,Kh8\n")
    openings = take(book(source=str(file), order="sequential"), 3)
    assert [o.fen for o in openings] == ["W:Wc3:Bf6", "B:WKc3,a1:BKh8,f6", "W:Wc3:Bf6"]
    assert openings[0].name == "list 2"


def test_tsv(book, tmp_path):
    file = tmp_path / "table.tsv"
    file.write_text("name\tfen\none\tW:Wc3:Bf6\ntwo words\tW:Wd2:Bf6\n")
    openings = take(book(source=str(file), order="sequential"), 2)
    assert [(o.name, o.fen) for o in openings] == [("one", "W:Wc3:Bf6"), ("two words", "W:Wd2:Bf6")]


def test_pdn(book, tmp_path):
    file = tmp_path / "games.pdn"
    file.write_text('[White "A"]\n[Black "B"]\n\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n\n'
                    '[Opening "Kol"]\n[FEN "W:Wc3:Bf6"]\n\n1. c3-b4 *\n')
    whole = take(book(source=str(file), order="sequential"), 2)
    assert [len(o.moves) for o in whole] == [4, 1]
    assert whole[0].name == "1 A - B"
    assert whole[1].name == "2 Kol"
    assert whole[1].fen == "W:Wc3:Bf6"
    short = take(book(source=str(file), order="sequential", plies=2), 1)[0]
    assert start_of(short, "russian", "federation").position.side == "W"
    assert len(short.moves) == 2


@pytest.mark.parametrize("name, text", [
    ("bad.fen", "W:Wc3\nnonsense\n"), ("bad.tsv", "x\tW:Wa2:Bb8\n"), ("over.fen", "B:W50:B\n"),
    ("bad.pdn", "1. c3-d5 *\n"), ("empty.fen", "\n")])
def test_bad_files(book, tmp_path, name, text):
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(ConfigError):
        book(source=str(file), game="international" if name == "over.fen" else "russian")


@pytest.mark.parametrize("source", ["random:x", "all:", "no/such/file"])
def test_bad_sources(book, source):
    with pytest.raises(ConfigError, match="openings"):
        book(source=source)


@pytest.mark.parametrize("source", ["rnd:3", "no/such/file"])
def test_what_is_no_file_is_told_the_kinds(book, source):
    with pytest.raises(ConfigError, match=f"{source} is no file: choose random:PLIES, all:PLIES, "
                                          "start or a file"):
        book(source=source)


def test_random_order_is_a_permutation_that_the_seed_decides(book):
    first = take(book(source="all:2"), 98)
    assert len({o.name for o in first[:49]}) == 49
    assert {o.name for o in first[:49]} == {o.name for o in first[49:]}
    assert first[:49] != first[49:]
    assert take(book(source="all:2"), 98) == first
    assert take(book(source="all:2", seed=2), 98) != first


def random_book(balanced=lambda game: True, plies=6, seed=1):
    return RandomBook("russian", "federation", plies, seed, balanced)


def test_random_lines():
    openings = take(random_book(), 60)
    ends = {start_of(o, "russian", "federation").position for o in openings}
    assert len(ends) == 60
    assert all(len(o.moves) == 6 for o in openings)
    assert take(random_book(), 60) == openings
    assert take(random_book(seed=2), 60) != openings


def test_random_lines_go_on_where_they_stopped():
    openings = take(random_book(), 30)
    resumed = random_book()
    assert [resumed.get(i, openings[:i]) for i in range(20, 30)] == openings[20:]


def test_unbalanced_lines_are_left_out():
    def even(game: Game) -> bool:
        return len(game.position.white_men) == len(game.position.black_men)

    for opening in take(random_book(even, plies=9), 40):
        position = start_of(opening, "russian", "federation").position
        assert len(position.white_men) == len(position.black_men)
    with pytest.raises(ConfigError, match="no balanced line"):
        random_book(lambda game: False).get(0, [])


def test_short_lines_may_repeat_when_there_are_no_others():
    openings = take(random_book(plies=1), 9)
    assert len({o.moves for o in openings[:7]}) == 7
