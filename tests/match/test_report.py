"""The HTML report: its data, and a walk through the page in a real browser."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from bolshak import Game
from bolshak.bench.match.config import Openings
from bolshak.bench.match.display import Display
from bolshak.bench.match.faults import ConfigError
from bolshak.bench.match.log import read_records
from bolshak.bench.match.record import replay
from bolshak.bench.match.report import build_report
from bolshak.bench.match.runner import LOG, Runner
from bolshak.bench.match.sprt import Sprt


@pytest.fixture
def played(match, mock):
    """played(games=..., ...) -> the log of a match with one forfeit."""

    def build(**values) -> Path:
        engines = values.pop("engines", None) or (
            mock("White <b>knight</b>", greedy=1), mock("two", seed=2))
        sprt = Sprt(0, 10)
        config = match(*engines, **{"games": 8, "sprt": sprt, **values})
        runner = Runner(config, Display(config))
        runner.run()
        return Path(config.output) / LOG

    return build


def data_of(page: str) -> dict:
    return json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])


def test_data(played):
    log = played()
    records = list(read_records(log, []))
    data = data_of(build_report(log))
    assert data["names"] == ["White <b>knight</b>", "two"]
    assert len(data["games"]) == len(records)
    for game, record in zip(data["games"], records, strict=True):
        assert game["m"].split() == record.moves
        assert len(game["s"]) == len(record.moves)
        opening = data["openings"][game["o"]]
        assert opening["moves"].split() == list(record.opening.moves)
    counted = sum(row["white"] + row["drawn"] + row["black"] for row in data["openings"])
    assert counted == len(records)
    points = sum(record.points("two") for record in records)
    two = next(row for row in data["engines"] if row["name"] == "two")
    assert two["won"] + two["drawn"] / 2 == points
    assert data["curves"][0]["points"][-1][0] == len(records)
    assert data["sprt"]["path"]


def test_the_page_is_self_contained_and_names_cannot_break_it(played):
    page = build_report(played())
    assert "<b>knight" not in page
    assert not re.search(r"(?:src|href)=[\"'](?!#|data:)", page)
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("game", ["russian", "international", "turkish", "spanish", "srilankan"])
def test_moves_can_be_drawn_without_rules(match, game):
    """Board and codes give the script all it needs: checked by doing what it does."""
    import random
    chance = random.Random(game)
    played = Game(game)
    from bolshak.bench.match.record import encode
    while played.result() is None and len(played.moves) < 120:
        played.push(chance.choice(played.position.legal_moves()))
    pieces = {n: played.start.piece_at(n) for n in range(1, played.start.board.squares + 1)}
    for move, after in zip(played.moves, played.positions[1:], strict=True):
        code = encode(move)
        origin, target, *victims = map(int, code.rstrip("K").replace("-", "x").split("x"))
        piece = pieces[origin]
        for number in (origin, *victims):
            pieces[number] = ""
        pieces[target] = piece.upper() if code.endswith("K") else piece
        assert pieces == {n: after.piece_at(n) for n in pieces}


def test_not_a_log(tmp_path):
    for name, text in (("none", None), ("empty", ""), ("other", '{"type":"game"}\n')):
        file = tmp_path / name
        if text is not None:
            file.write_text(text)
        with pytest.raises(ConfigError):
            build_report(file)


# In a browser.

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")


@pytest.fixture
def browser(tmp_path):
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("no chromium and chromedriver: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic",
                 "--no-first-run", "--disable-background-networking", "--disable-component-update",
                 "--disable-sync", "--window-size=1300,1000", "--disable-dev-shm-usage",
                 f"--user-data-dir={tmp_path}/profile"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    try:
        yield driver
        assert driver.get_log("browser") == []
    finally:
        driver.quit()


@pytest.fixture
def page(played, browser, tmp_path):
    """The open page of a match, and the records behind it."""
    log = played(games=120, openings=Openings("all:3"))
    file = tmp_path / "report.html"
    file.write_text(build_report(log), encoding="utf-8")
    browser.get(file.as_uri())
    return browser, sorted(read_records(log, []), key=lambda record: record.id)


def pieces_on(browser) -> dict[int, str]:
    return {int(node.get_attribute("data-square")): node.get_attribute("data-piece")
            for node in browser.find_elements("css selector", "#board [data-piece]")}


def pieces_of(position) -> dict[int, str]:
    squares = range(1, position.board.squares + 1)
    return {n: position.piece_at(n) for n in squares if position.piece_at(n)}


def count(browser, selector: str) -> int:
    return len(browser.find_elements("css selector", selector))


def click(browser, selector: str) -> None:
    node = browser.find_element("css selector", selector)
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", node)
    node.click()


@pytest.mark.timeout(300)
def test_walk_through_the_page(page):
    browser, records = page
    # Standings and curves.
    rows = browser.find_elements("css selector", "#standings-table tbody tr")
    assert len(rows) == 2
    assert "White <b>knight</b>" in rows[0].text + rows[1].text
    assert "won" in browser.find_element("id", "summary").text
    assert count(browser, "#elo-chart polyline") == 1
    assert count(browser, "#sprt-chart .bound") == 2
    # The list of games has pages.
    assert count(browser, "#games-table tbody tr") == 50
    click(browser, "#games-pager button:last-child")
    assert browser.find_element("css selector", "#games-table tbody td").text == "51"
    # A game, forward and back, against our own replay.
    click(browser, "#games-table tbody tr:nth-child(3)")
    record = records[52]
    game = replay("russian", "federation", record.opening.fen,
                  (*record.opening.moves, *record.moves))
    opening = len(record.opening.moves)
    assert pieces_on(browser) == pieces_of(game.positions[opening])
    for ply in range(opening + 1, opening + 9):
        click(browser, "#forward")
        assert pieces_on(browser) == pieces_of(game.positions[ply])
    click(browser, "#back")
    assert pieces_on(browser) == pieces_of(game.positions[opening + 7])
    assert "depth 3" in browser.find_element("id", "about-move").text
    click(browser, "#last")
    assert pieces_on(browser) == pieces_of(game.position)
    assert not browser.find_element("id", "forward").is_enabled()
    click(browser, "#first")
    assert pieces_on(browser) == pieces_of(game.start)
    # The list of moves, the keyboard, and the score curve.
    click(browser, "#moves .move:nth-of-type(10) button")
    assert pieces_on(browser) == pieces_of(game.positions[10])
    browser.find_element("css selector", "body").send_keys("\ue014")
    assert pieces_on(browser) == pieces_of(game.positions[11])
    assert count(browser, "#score-chart polyline") == 2
    click(browser, "#score-chart svg")
    assert browser.execute_script("return view.ply") not in (0, 11, len(game.moves))
    click(browser, "#flip")
    assert pieces_on(browser)
    # Play by itself.
    click(browser, "#first")
    click(browser, "#play")
    browser.implicitly_wait(5)
    browser.find_element("css selector", "#moves .move:nth-of-type(2) button.now")
    browser.implicitly_wait(0)
    click(browser, "#play")


def test_filters_and_openings(page):
    browser, records = page
    select = "document.getElementById(arguments[0]).value = arguments[1];" \
             "document.getElementById(arguments[0]).dispatchEvent(new Event('change'))"
    browser.execute_script(select, "filter-result", "2")
    white = sum(record.result == "1-0" for record in records)
    assert browser.find_element("id", "games-count").text == f"{white} of 120 games"
    browser.execute_script(select, "filter-result", "")
    assert count(browser, "#openings-table tbody tr") == 50
    click(browser, "#openings-table th:nth-child(3)")
    won = [int(node.text) for node in
           browser.find_elements("css selector", "#openings-table tbody td:nth-child(3)")]
    assert won == sorted(won, reverse=True)
    click(browser, "#openings-table tbody tr")
    assert browser.find_element("id", "games-count").text == "2 of 120 games"
    assert count(browser, "#games-table tbody tr") == 2


def test_a_link_to_a_position(page):
    browser, records = page
    address = browser.current_url.split("#")[0]
    browser.get("about:blank")
    browser.get(f"{address}#game=7&ply=9")
    record = records[6]
    game = replay("russian", "federation", record.opening.fen,
                  (*record.opening.moves, *record.moves))
    assert pieces_on(browser) == pieces_of(game.positions[9])


def test_boards_of_other_games(played, browser, tmp_path, mock):
    log = played(games=2, game="international", engines=(mock("a"), mock("b", seed=2)))
    file = tmp_path / "report.html"
    file.write_text(build_report(log), encoding="utf-8")
    browser.get(file.as_uri())
    click(browser, "#games-table tbody tr")
    assert count(browser, "#board rect") == 100
    assert len(pieces_on(browser)) == 40
