"""The files of endgame tables: names, headers, checksums.

One file holds the tables of one pair of armies for one kind of number: values ("wld": 0 draw,
1 win, 2 loss for the side to move) or distances ("dtc": plies to the next capture or crowning,
of won and lost positions only). Positions in which something can be captured are not stored:
their place holds any number. All integers are little-endian.

    header   HEAD, then RECORD for each table
    stream   for each table, at a multiple of 8 bytes; see tables_stream.pxd and tables_pack.pyx

Folder and name tell the content to people: ``russian/kkm-k.wld``. The header tells it to the
program.
"""

from __future__ import annotations

import mmap
import os
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

from .tables_plan import Army, Family, Pair, TablesError, pair_of

VALUES = "wld"
DISTANCES = "dtc"
KINDS = (VALUES, DISTANCES)
SYMBOLS = {VALUES: 1024, DISTANCES: 4096}   # fewer are read faster, more compress better

# Head of a stream: length, constant (VARIES: none), alphabet, symbols, bits of the longest code,
# bits of a chunk, blocks, 0. Behind it, each padded to eight bytes: pairs, code sizes, chunks,
# starts.
STREAM = struct.Struct("<QHHHBBII")
VARIES = 65535

MAGIC = b"bolshtbl"
VERSION = 1
HEAD = struct.Struct("<8sHBBI4B16sQI")  # magic, version, kind, tables, mark of the family,
                                        # armies, family, size of the file, checksum of the header
RECORD = struct.Struct("<4B4xQQQII8QhhIq")  # see `_record`
CHECKSUM = 4                            # bytes at the end of HEAD


@dataclass(frozen=True)
class TableStatistics:
    """What one table holds. All numbers are of positions, holes left out.

    quiet: won, drawn and lost ones without a capture; captures: the same with one. longest_win,
    longest_loss: plies to the next capture or crowning, -1 if there is none. longest_at: index of
    a longest win.
    """

    quiet: tuple[int, int, int]
    captures: tuple[int, int, int]
    longest_win: int
    longest_loss: int
    longest_at: int

    @property
    def positions(self) -> int:
        """All positions."""
        return sum(self.quiet) + sum(self.captures)


@dataclass(frozen=True)
class StoredTable:
    """Where a table lies in its file. order: of first men, first kings, second men and second
    kings (0..3) in its index, slowest first. head: bytes before the blocks."""

    order: tuple[int, ...]
    offset: int
    head: int
    blocks: int
    head_checksum: int
    blocks_checksum: int
    statistics: TableStatistics


@dataclass(frozen=True)
class TableFile:
    """A table file and its content, mapped into memory."""

    path: Path
    kind: str
    pair: Pair
    tables: tuple[StoredTable, ...]
    data: mmap.mmap

    def damaged(self) -> bool:
        """Whether the compressed data differ from what was written; reads the whole file."""
        return any(zlib.crc32(self.data[t.offset + t.head:t.offset + t.head + t.blocks])
                   != t.blocks_checksum for t in self.tables)


def file_of(folder: Path, family: Family, pair: Pair, kind: str) -> Path:
    """Where the tables of a pair belong."""
    return folder / family.name / f"{pair}.{kind}"


def write_file(path: Path, family: Family, pair: Pair, kind: str,
               tables: list[tuple[tuple[int, ...], TableStatistics, tuple[bytes, bytes]]]) -> None:
    """Write a file in one step: it is there with all its content, or not at all.

    tables: order, statistics and stream (head, blocks) of each table. Raises OSError.
    """
    offset = HEAD.size + RECORD.size * len(tables)
    offset += -offset % 8
    records = b""
    streams = []
    for order, statistics, (head, blocks) in tables:
        records += _record(StoredTable(order, offset, len(head), len(blocks), zlib.crc32(head),
                                       zlib.crc32(blocks), statistics))
        stream = head + blocks
        stream += bytes(-len(stream) % 8)
        streams.append(stream)
        offset += len(stream)
    armies = (pair.first.men, pair.first.kings, pair.second.men, pair.second.kings)
    header = HEAD.pack(MAGIC, VERSION, KINDS.index(kind), len(tables), family.mark, *armies,
                       family.name.encode(), offset, 0) + records
    header = HEAD.pack(MAGIC, VERSION, KINDS.index(kind), len(tables), family.mark, *armies,
                       family.name.encode(), offset, zlib.crc32(header)) + records
    header += bytes(-len(header) % 8)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    with open(part, "wb") as file:
        file.write(header + b"".join(streams))
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


def _record(table: StoredTable) -> bytes:
    s = table.statistics
    positions = (*s.quiet, *s.captures)
    return RECORD.pack(*table.order, table.offset, table.head, table.blocks, table.head_checksum,
                       table.blocks_checksum, *positions, 0, 0, s.longest_win, s.longest_loss, 0,
                       s.longest_at)


def _stored(record: tuple[int, ...]) -> StoredTable:
    return StoredTable(
        order=record[:4], offset=record[4], head=record[5], blocks=record[6],
        head_checksum=record[7], blocks_checksum=record[8],
        statistics=TableStatistics(
            quiet=(record[9], record[10], record[11]),
            captures=(record[12], record[13], record[14]),
            longest_win=record[17], longest_loss=record[18], longest_at=record[20]))


def read_file(path: Path, family: Family) -> TableFile:
    """Map a file into memory after checking everything but its blocks.

    Raises TablesError, with the path, for a missing, truncated, damaged or foreign file.
    """
    try:
        with open(path, "rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "empty file"
        raise TablesError(f"{path}: {reason.lower()}") from None
    if len(data) < HEAD.size or data[:len(MAGIC)] != MAGIC:
        raise TablesError(f"{path}: not a table file")
    (_, version, kind, count, mark, *armies, name, size, checksum) = HEAD.unpack_from(data)
    if version != VERSION:
        raise TablesError(f"{path}: written by another version ({version}, not {VERSION})")
    end = HEAD.size + RECORD.size * count
    if len(data) < max(size, end):
        raise TablesError(f"{path}: truncated, {len(data)} of {size} bytes")
    header = data[:HEAD.size - CHECKSUM] + bytes(CHECKSUM) + data[HEAD.size:end]
    if zlib.crc32(header) != checksum or len(data) != size:
        raise TablesError(f"{path}: damaged header")
    game = name.rstrip(b"\0").decode()
    if (game, mark) != (family.name, family.mark):
        raise TablesError(f"{path}: tables of {game}, not of {family.name}"
                          if game != family.name else f"{path}: tables of other rules")
    tables = tuple(_stored(RECORD.unpack_from(data, HEAD.size + RECORD.size * i))
                   for i in range(count))
    if any(zlib.crc32(data[t.offset:t.offset + t.head]) != t.head_checksum for t in tables):
        raise TablesError(f"{path}: damaged")
    pair = pair_of(Army(armies[0], armies[1]), Army(armies[2], armies[3]))
    if path.name != f"{pair}.{KINDS[kind]}":
        raise TablesError(f"{path}: holds {pair}.{KINDS[kind]}")
    return TableFile(path, KINDS[kind], pair, tables, data)
