"""What is kept for all checkouts of a machine; programs are not run."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from caravan_machines import cache


class CacheTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.requirements = self.folder / "requirements.txt"
        self.requirements.write_text("one==1\n")

    def place(self) -> Path:
        return cache.environment(self.folder, "one", self.requirements)

    def install(self) -> list[str]:
        """Programs that would have run."""
        ran: list[str] = []

        def run(*command: str) -> None:
            ran.append(Path(command[0]).name)
            self.place().mkdir(exist_ok=True)

        with mock.patch.object(cache, "_run", run), mock.patch("builtins.print"):
            cache.install(self.place(), "one", self.requirements)
        return ran

    def test_is_made_once_and_anew_for_other_versions(self) -> None:
        self.assertEqual(["python3", "pip"], self.install())
        self.assertEqual([], self.install())
        before = self.place()
        self.requirements.write_text("one==2\n")
        self.assertNotEqual(before, self.place())
        self.assertEqual(["python3", "pip"], self.install())

    def test_a_half_made_one_is_made_anew(self) -> None:
        self.place().mkdir()
        (self.place() / "left").touch()
        self.assertEqual(["python3", "pip"], self.install())
        self.assertFalse((self.place() / "left").exists())


if __name__ == "__main__":
    unittest.main()
