"""Which bed `testbed infrastructure` prints."""
import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from caravan_testbed.cli import main
from caravan_testbed.state import Bed, StateFolder

_BEDS = Path(__file__).resolve().parent.parent


class InfrastructureTest(unittest.TestCase):
    def _printed(self, state: Path, *more: str) -> str:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertEqual(0, main(["--state", str(state), "infrastructure", *more]))
        return out.getvalue()

    def test_without_a_file_it_is_the_bed_that_stands(self) -> None:
        with tempfile.TemporaryDirectory() as made:
            state = StateFolder(Path(made))
            self.assertIn("infrastructure NorNet", self._printed(state.path))
            state.save(Bed("fg", "198.18.247.0/24", (_BEDS / "pair.toml").read_text(), "pair.toml"))
            standing = self._printed(state.path)
            self.assertIn("infrastructure Pair", standing)
            self.assertIn("198.18.247.", standing)
            self.assertIn("infrastructure NorNet", self._printed(state.path, str(_BEDS / "nornet.toml")))
