"""The power cuts themselves: programs that flush lose nothing, and of those that leave out one flush it is found."""
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from caravan_bench import cuts, power

# Each line that it prints says that something was acknowledged; it goes on when it is answered.
_CHILD = """
import os, sqlite3, sys
os.chdir(sys.argv[1])
how = sys.argv[2]
def acknowledge(text):
    print(text, flush=True)
    sys.stdin.readline()
def flush(name):
    fd = os.open(name, os.O_RDONLY)
    os.fsync(fd)
    os.close(fd)
if how.startswith("rows"):
    base = sqlite3.connect("server.db", isolation_level=None)
    base.execute("pragma journal_mode = wal")
    base.execute("pragma synchronous = " + how.split()[1])
    base.execute("create table thing (number integer)")
    for number in range(20):
        base.execute("insert into thing values (?)", (number,))
        acknowledge(str(number))
else:
    for number in range(20):
        fd = os.open(".draft", os.O_CREAT | os.O_WRONLY, 0o600)
        os.write(fd, b"%d " % number * 3000)
        if "file" in how:
            os.fsync(fd)
        os.close(fd)
        os.rename(".draft", "token")
        if "folder" in how:
            flush(".")
        acknowledge(str(number))
"""


def _run(folder: Path, how: str) -> tuple[Path, list[power.Acknowledged]]:
    """The trace, and what was acknowledged at which place in it."""
    data, trace = folder / "data", folder / "trace"
    data.mkdir()
    child = subprocess.Popen([sys.executable, "-c", _CHILD, data, how], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                             env={**os.environ, **power.environment(power.recorder(folder), data, trace)})
    acknowledged: list[power.Acknowledged] = []
    with child:
        for line in child.stdout:
            number, place = int(line), trace.stat().st_size
            if how.startswith("rows"):
                expected, look = True, (lambda at: lambda disk: power.rows("server.db",
                    f"select count(*) from thing where number = {at}")(disk) == [(1,)])(number)
            else:
                # A later content is right, too: its own acknowledgement just did not come before the cut.
                expected, look = True, (lambda at: lambda disk: _written(disk / "token") >= at)(number)
            acknowledged.append(power.Acknowledged(f"number {number}", place, look, expected))
            child.stdin.write("go on\n")
            child.stdin.flush()
    return trace, acknowledged


def _written(file: Path) -> int:
    """Of a file that is whole."""
    text = file.read_bytes().split()
    return int(text[0]) if len(text) == 3000 and len(set(text)) == 1 else -1


@unittest.skipIf(shutil.which("cc") is None, "SKIPPED: the recorder is compiled by cc, which is missing")
class CutsTest(unittest.TestCase):
    def _lost(self, how: str, count: int) -> power.Counts:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            trace, acknowledged = _run(folder, how)
            self.assertGreaterEqual(len(acknowledged), 20)
            counts, _ = power.examine(trace, folder / "data", acknowledged, count, 7, folder, lambda text: None)
            self.assertEqual(count, counts.cuts)
            self.assertGreater(counts.looked, count)
            return counts

    def test_a_file_that_is_flushed_with_its_folder_is_never_lost(self) -> None:
        counts = self._lost("file folder", 80)
        self.assertEqual((0, 0), (counts.lost, counts.unreadable))

    def test_a_file_that_is_not_flushed_is_found(self) -> None:
        self.assertGreater(self._lost("folder", 60).lost, 0)

    def test_a_name_that_is_not_flushed_is_found(self) -> None:
        self.assertGreater(self._lost("file", 60).lost, 0)

    def test_rows_of_sqlite_that_flushes_are_never_lost(self) -> None:
        counts = self._lost("rows full", 80)
        self.assertEqual((0, 0), (counts.lost, counts.unreadable))

    def test_rows_of_sqlite_that_does_not_flush_each_time_are_found(self) -> None:
        self.assertGreater(self._lost("rows normal", 60).lost, 0)


class DiskTest(unittest.TestCase):
    """The model by itself."""

    def _cut(self, *played: cuts.Event) -> set[tuple[tuple[str, bytes], ...]]:
        """Everything that a hundred cuts leave."""
        left = set()
        disk = cuts.Disk("/d")
        for event in played:
            disk.play(event)
        for seed in range(100):
            with tempfile.TemporaryDirectory() as made:
                disk.cut(Path(made), random.Random(seed))
                left.add(tuple(sorted((str(file.relative_to(made)), file.read_bytes())
                                      for file in Path(made).rglob("*") if file.is_file())))
        return left

    @staticmethod
    def _event(op: int, inode: int, first: str, second: str = "", data: bytes = b"", offset: int = 0) -> cuts.Event:
        return cuts.Event(op, inode, offset, first, second, data, 0)

    def test_a_rename_takes_place_or_not(self) -> None:
        old = [self._event(cuts.CREATE, 1, "/d/a"), self._event(cuts.WRITE, 1, "/d/a", data=b"old"), self._event(cuts.SYNC, 1, "/d/a"),
               self._event(cuts.SYNC, 0, "/d")]
        new = [self._event(cuts.CREATE, 2, "/d/b"), self._event(cuts.WRITE, 2, "/d/b", data=b"new"), self._event(cuts.SYNC, 2, "/d/b"),
               self._event(cuts.RENAME, 2, "/d/b", "/d/a")]
        self.assertEqual({(("a", b"old"),), (("a", b"old"), ("b", b"new")), (("a", b"new"),)}, self._cut(*old, *new))
        self.assertEqual({(("a", b"new"),)}, self._cut(*old, *new, self._event(cuts.SYNC, 0, "/d")))

    def test_writes_are_torn_at_sectors(self) -> None:
        played = [self._event(cuts.CREATE, 1, "/d/a"), self._event(cuts.SYNC, 0, "/d"),
                  self._event(cuts.WRITE, 1, "/d/a", data=b"x" * 1024)]
        contents = {state[0][1] for state in self._cut(*played)}
        self.assertIn(b"", contents)
        self.assertIn(b"x" * 1024, contents)
        self.assertIn(bytes(512) + b"x" * 512, contents)

    def test_a_deletion_comes_back_until_its_folder_is_flushed(self) -> None:
        played = [self._event(cuts.CREATE, 1, "/d/a"), self._event(cuts.SYNC, 0, "/d"), self._event(cuts.UNLINK, 1, "/d/a")]
        self.assertEqual({(), (("a", b""),)}, self._cut(*played))
        self.assertEqual({()}, self._cut(*played, self._event(cuts.SYNC, 0, "/d")))

    def test_what_is_not_followed_is_refused(self) -> None:
        with self.assertRaises(cuts.Unusable):
            cuts.Disk("/d").play(self._event(cuts.UNSUPPORTED, 0, "mmap", "/d/a"))


if __name__ == "__main__":
    unittest.main()
