"""What a disk may hold after a power cut, from a trace of what programs did to one folder (bench/power/recorder.c).

The model is weaker than ext4, XFS and btrfs, so that what survives it survives those: after a cut, a file has the content of its last fsync
and of the writes since then any subset, each write whole, lost or torn at a sector of 512 bytes, in any order; a file that grew may have
zeros or garbage where data was lost. Names (create, rename, link, unlink) survive if their own folder was flushed after them; of others any
subset survives, each operation whole. Sizes follow content. Left out: sectors that go bad, disks that lie about a flush, permissions (files
are created with their final mode).
"""
import random
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator

SECTOR = 512
_HEAD = struct.Struct("<IIQQQII")
_MAGIC = 0x504F5752
CREATE, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, MKDIR, LINK, SYMLINK, RMDIR, UNSUPPORTED = range(1, 12)


class Unusable(Exception):
    """The trace has something that the model does not know: it would prove nothing."""


@dataclass(frozen=True)
class Event:
    op: int
    inode: int
    offset: int
    first: str
    second: str
    data: bytes
    end: int  # offset in the trace at which the next one begins


def events(trace: Path) -> Iterator[Event]:
    text = trace.read_bytes()
    at = 0
    while at + _HEAD.size <= len(text):
        magic, op, inode, offset, length, first, second = _HEAD.unpack_from(text, at)
        if magic != _MAGIC:
            raise Unusable(f"the trace is damaged at {at}")
        at += _HEAD.size
        names = text[at:at + first + second]
        at += first + second
        data = b""
        if op == WRITE:
            data = text[at:at + length]
            at += length
        yield Event(op, inode, offset, names[:first].decode(), names[first:].decode(), data, at)
    if at != len(text):
        raise Unusable(f"the trace ends within an event at {at}")


@dataclass
class File:
    """Content as of its last flush, and what came since."""
    stable: bytearray = field(default_factory=bytearray)
    pending: list[Event] = field(default_factory=list)
    link: str | None = None

    def flush(self) -> None:
        for event in self.pending:
            _apply(self.stable, event)
        self.pending.clear()

    def after_cut(self, chance: random.Random) -> bytes:
        content = bytearray(self.stable)
        if not self.pending:
            return bytes(content)
        kept = chance.choice((0.0, 0.3, 0.7, 0.95, 1.0))
        garbage = chance.random() < 0.3
        chosen = [event for event in self.pending]
        for event in chosen:
            if event.op == TRUNCATE:
                if chance.random() < kept:
                    _apply(content, event)
            elif chance.random() < kept:
                _torn(content, event, chance) if chance.random() < 0.2 else _apply(content, event)
            elif chance.random() < 0.3:  # the size was kept, the data was not
                grown = event.offset + len(event.data) - len(content)
                if grown > 0:
                    content.extend(chance.randbytes(grown) if garbage else bytes(grown))
        return bytes(content)


class Folder(dict):
    """Names of the moment; what of them is stable, and what changed since."""

    def __init__(self) -> None:
        super().__init__()
        self.stable: dict[str, object] = {}


@dataclass(frozen=True)
class Change:
    """One operation on names: all of it survives, or nothing."""
    entries: tuple[tuple[Folder, str, object | None], ...]


class Disk:
    """Replays a trace event by event; at any moment the power may be cut."""

    def __init__(self, root: str) -> None:
        self._root_name = root
        self._root = Folder()
        self._nodes: dict[int, File | Folder] = {}
        self._changes: list[Change] = []

    def play(self, event: Event) -> None:
        if event.op == WRITE:
            self._file(event).pending.append(event)
        elif event.op == TRUNCATE:
            self._file(event).pending.append(event)
        elif event.op == SYNC:
            self._sync(event)
        elif event.op == UNSUPPORTED:
            raise Unusable(f"{event.first} changed {event.second}, which the model does not follow")
        else:
            self._rename(event)

    def _file(self, event: Event) -> File:
        node = self._nodes.get(event.inode)
        if not isinstance(node, File):
            raise Unusable(f"{event.first} is written, and was never created")
        return node

    def _sync(self, event: Event) -> None:
        folder = self._root if event.first == self._root_name else self._nodes.get(event.inode)
        if isinstance(folder, File):
            folder.flush()
        elif isinstance(folder, Folder):
            folder.stable = dict(folder)
            rest = []
            for change in self._changes:
                # A rename between two folders is one change: with either of them flushed it is there, as in a journal.
                if any(place is folder for place, _, _ in change.entries):
                    for place, name, node in change.entries:
                        _set(place.stable, name, node)
                else:
                    rest.append(change)
            self._changes = rest

    def _place(self, path: str) -> tuple[Folder, str] | None:
        if not path.startswith(self._root_name + "/"):
            return None
        *above, name = path[len(self._root_name) + 1:].split("/")
        folder = self._root
        for each in above:
            folder = folder.get(each)
            if not isinstance(folder, Folder):
                raise Unusable(f"{path} is below a file")
        return folder, name

    def _rename(self, event: Event) -> None:
        first = self._place(event.first)
        entries: list[tuple[Folder, str, object | None]] = []
        if event.op in (CREATE, SYMLINK, MKDIR):
            node = Folder() if event.op == MKDIR else File(link=event.second if event.op == SYMLINK else None)
            self._nodes[event.inode] = node
            entries.append((*first, node))
        elif event.op in (UNLINK, RMDIR):
            entries.append((*first, None))
        elif event.op in (LINK, RENAME):
            second = self._place(event.second)
            if first is None:
                raise Unusable(f"{event.first} comes from outside the folder")
            node = first[0].get(first[1])
            if second is not None:
                entries.append((*second, node))
            if event.op == RENAME and not (second is not None and second[0] is first[0] and second[1] == first[1]):
                entries.append((*first, None))
        for folder, name, node in entries:
            _set(folder, name, node)
        self._changes.append(Change(tuple(entries)))

    def cut(self, target: Path, chance: random.Random) -> None:
        """Writes what the disk holds, now that the power is gone, into an empty folder. The model goes on as if nothing had happened."""
        kept = chance.choice((0.0, 0.3, 0.7, 1.0))
        in_order = chance.random() < 0.5
        names: dict[int, dict[str, object]] = {}

        def of(folder: Folder) -> dict[str, object]:
            return names.setdefault(id(folder), dict(folder.stable))

        for change in self._changes:
            if chance.random() >= kept:
                if in_order:
                    break
                continue
            for folder, name, node in change.entries:
                _set(of(folder), name, node)
        self._write(self._root, target, of, chance, {})

    def _write(self, folder: Folder, target: Path, of: object, chance: random.Random, written: dict[int, Path]) -> None:
        for name, node in of(folder).items():
            place = target / name
            if isinstance(node, Folder):
                place.mkdir(mode=0o700)
                self._write(node, place, of, chance, written)
            elif node.link is not None:
                place.symlink_to(node.link)
            elif id(node) in written:  # a second name of the same file
                place.hardlink_to(written[id(node)])
            else:
                written[id(node)] = place
                place.write_bytes(node.after_cut(chance))


def _set(names: dict, name: str, node: object | None) -> None:
    if node is None:
        names.pop(name, None)
    else:
        names[name] = node


def _apply(content: bytearray, event: Event) -> None:
    if event.op == TRUNCATE:
        if event.offset < len(content):
            del content[event.offset:]
        else:
            content.extend(bytes(event.offset - len(content)))
        return
    if event.offset > len(content):
        content.extend(bytes(event.offset - len(content)))
    content[event.offset:event.offset + len(event.data)] = event.data


def _torn(content: bytearray, event: Event, chance: random.Random) -> None:
    """Some sectors of it; a disk writes a sector whole."""
    at = 0
    while at < len(event.data):
        size = SECTOR - (event.offset + at) % SECTOR
        piece = event.data[at:at + size]
        if chance.random() < 0.5:
            _apply(content, Event(WRITE, event.inode, event.offset + at, "", "", piece, 0))
        at += size
