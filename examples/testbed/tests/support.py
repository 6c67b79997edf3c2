"""Golden texts, and who may run the tests that touch the kernel."""
import os
import shutil
import unittest
from collections.abc import Callable
from pathlib import Path

TESTBED = Path(__file__).resolve().parent.parent
UPDATE = os.environ.get("CARAVAN_GOLDEN_UPDATE") == "true"
BUSY_MS = 7  # a machine at work delivers late, never early
_TRIES = 20
_PROGRAMS = ("ip", "gcc", "ping", "ssh", "sshd", "mkfs.ext4", "lxc-start")


def why_not_real() -> str:
    if os.environ.get("CARAVAN_REAL") == "false":
        return "CARAVAN_REAL=false asks for it"
    if os.geteuid() != 0:
        return "only root may make network namespaces"
    if not os.access("/dev/net/tun", os.W_OK):
        return "/dev/net/tun cannot be opened"
    missing = [program for program in _PROGRAMS if shutil.which(program) is None]
    return f"programs are missing: {', '.join(missing)}" if missing else ""


def real(test_class: type) -> type:
    """Tests against this kernel; elsewhere they say SKIPPED and why."""
    reason = why_not_real()
    return unittest.skipIf(bool(reason), f"SKIPPED: {reason}")(test_class)


def least(measure: Callable[[], float], enough: float) -> float:
    """The least of what was measured, up to the first that is enough: what a machine at work adds to one it does not add to all."""
    values = []
    while not values or values[-1] >= enough and len(values) < _TRIES:
        values.append(measure())
    return min(values)


def assert_golden(test: unittest.TestCase, path: Path, text: str) -> None:
    if UPDATE:
        path.write_text(text)
    test.assertTrue(path.exists(), f"{path} is missing. Maybe set CARAVAN_GOLDEN_UPDATE=true once.")
    test.maxDiff = None
    test.assertEqual(path.read_text(), text, f"{path.name} differs. Maybe read the diff, then set CARAVAN_GOLDEN_UPDATE=true.")
