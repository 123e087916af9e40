"""Bytes to lines and lines to bytes: line ends, encodings, closed pipes, threads."""

from __future__ import annotations

import itertools
import os
import threading
import time
from pathlib import Path

import pytest

from bolshak.protocol.lines import LineReader, LineSplitter
from bolshak.protocol.output import Log, Output, printable


def split(*chunks: bytes) -> list[bytes]:
    splitter = LineSplitter()
    return [*itertools.chain.from_iterable(map(splitter.feed, chunks)), *splitter.finish()]


@pytest.mark.parametrize(("data", "lines"), [
    (b"", []),
    (b"a\nb\n", [b"a", b"b"]),
    (b"a\r\nb\r\n", [b"a", b"b"]),
    (b"a\rb\r", [b"a", b"b"]),
    (b"a\rb\r\nc\nd", [b"a", b"b", b"c", b"d"]),
    (b"\n\r\n\r\r", [b"", b"", b"", b""]),
    (b"a\n\rb", [b"a", b"", b"b"]),
    (b"\xef\xbb\xbfa\n\xef\xbb\xbfb", [b"a", b"\xef\xbb\xbfb"]),
    (b"\xef\xbb\xbf", [b""]),
    (b"a\0b\n\xff\n", [b"a\0b", b"\xff"]),
])
def test_line_ends_however_the_bytes_are_cut(data: bytes, lines: list[bytes]) -> None:
    assert split(data) == lines
    assert split(*(data[i:i + 1] for i in range(len(data)))) == lines
    for i in range(len(data)):
        assert split(data[:i], data[i:]) == lines


def test_a_lone_return_ends_the_line_at_once() -> None:
    splitter = LineSplitter()
    assert splitter.feed(b"go\r") == [b"go"]
    assert splitter.feed(b"\n") == []
    assert splitter.feed(b"\n") == [b""]


def test_long_lines_take_linear_time() -> None:
    line = b"x" * 4_000_000
    start = time.perf_counter()
    assert split(*(line[i:i + 100] for i in range(0, len(line), 100))) == [line]
    assert time.perf_counter() - start < 5


def reader_of(data: bytes) -> LineReader:
    reader = LineReader()
    ours, theirs = os.pipe()
    thread = threading.Thread(target=reader.pump, args=(ours,))
    thread.start()
    os.write(theirs, data)
    os.close(theirs)
    thread.join()
    os.close(ours)
    return reader


def test_reader_decodes_anything() -> None:
    lines = list(reader_of("a\nб\n".encode() + b"\xff\0\n"))
    assert lines == ["a", "б", "\udcff\0"]
    assert lines[2].encode("utf-8", "surrogateescape") == b"\xff\0"


def test_reader_gives_lines_back() -> None:
    reader = reader_of(b"a\nb")
    first = reader.get()
    assert first == "a"
    reader.unget(first)
    assert list(reader) == ["a", "b"]
    assert reader.get() is None
    assert reader.get() is None


def test_posted_calls_are_made_by_the_iterating_thread_in_order() -> None:
    reader = LineReader()
    seen: list[object] = []
    reader.put("a")
    reader.post(lambda: seen.append(threading.current_thread()))
    reader.put("b")
    reader.put(None)
    seen.extend(reader)
    assert seen == ["a", threading.current_thread(), "b"]


def test_reading_a_broken_descriptor_is_the_end_of_input() -> None:
    reader = LineReader()
    reader.pump(987654)
    assert list(reader) == []


def test_reading_waits_where_the_descriptor_does_not() -> None:
    reader = LineReader()
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)
    thread = threading.Thread(target=reader.pump, args=(ours,))
    thread.start()
    os.write(theirs, b"a\n")
    assert reader.get() == "a"
    os.close(theirs)
    thread.join(5)
    assert not thread.is_alive()
    os.close(ours)


# Output.


class Pipe:
    """A pipe with what was written into it."""

    def __init__(self) -> None:
        self.ours, self.theirs = os.pipe()

    def text(self) -> str:
        os.close(self.theirs)
        data = b""
        while chunk := os.read(self.ours, 1 << 16):
            data += chunk
        os.close(self.ours)
        return data.decode()


def test_lines_are_clean() -> None:
    pipe = Pipe()
    output = Output(pipe.theirs)
    output.line("  plain text ")
    output.line("two\nlines\r\x0b\x85\u2028and\0more\x1b[m")
    output.line("a\udcffb")
    output.lines(["x", "y"])
    output.error("what")
    assert pipe.text() == ("plain text\ntwo?lines????and?more?[m\na?b\nx\ny\n"
                           "info string error: what\n")


def test_printable_keeps_letters_of_all_alphabets() -> None:
    assert printable(" большак — é\t1 ") == "большак — é\t1"


def test_lines_of_threads_do_not_mix() -> None:
    pipe = Pipe()
    output = Output(pipe.theirs)
    result: list[str] = []
    drain = threading.Thread(target=lambda: result.append(_drain(pipe.ours)))
    drain.start()
    threads = [threading.Thread(target=lambda c=c: [output.line(c * 3000) for _ in range(50)])
               for c in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    os.close(pipe.theirs)
    drain.join(10)
    lines = result[0].splitlines()
    assert len(lines) == 200
    assert all(line == line[0] * 3000 for line in lines)


def _drain(descriptor: int) -> str:
    data = b""
    while chunk := os.read(descriptor, 1 << 16):
        data += chunk
    return data.decode()


def test_a_closed_reader_is_noticed_once() -> None:
    pipe = Pipe()
    os.close(pipe.ours)
    closed: list[bool] = []
    output = Output(pipe.theirs, on_closed=lambda: closed.append(True))
    assert not output.line("a")
    assert not output.line("b")
    assert output.closed
    assert closed == [True]
    os.close(pipe.theirs)


def test_gap_between_lines() -> None:
    pipe = Pipe()
    output = Output(pipe.theirs, gap=0.05)
    start = time.monotonic()
    assert output.line("a")
    assert not output.line("dropped", droppable=True)
    assert output.line("b")
    assert time.monotonic() - start >= 0.05
    time.sleep(0.06)
    assert output.line("c", droppable=True)
    assert pipe.text() == "a\nb\nc\n"


def test_a_full_pipe_is_waited_for() -> None:
    pipe = Pipe()
    os.set_blocking(pipe.theirs, False)
    output = Output(pipe.theirs)
    thread = threading.Thread(target=output.line, args=("x" * 1_000_000,))
    thread.start()
    end = time.monotonic() + 5
    while output.stuck() < 0.05:
        assert time.monotonic() < end
    data = b""
    while len(data) < 1_000_001:
        data += os.read(pipe.ours, 1 << 16)
    thread.join(5)
    assert output.stuck() == 0
    os.close(pipe.ours)
    os.close(pipe.theirs)


def test_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    log = Log(str(path))
    pipe = Pipe()
    reader = LineReader(log)
    reader._arrived(b"uci")
    Output(pipe.theirs, log=log).line("uciok")
    lines = path.read_text().splitlines()
    assert [line.split(maxsplit=1)[1] for line in lines] == ["> uci", "< uciok"]
    assert pipe.text() == "uciok\n"
