"""Times from deployment records."""
import unittest

from caravan_bench.deployments import creation_millis
from caravan_bench.errors import BenchError


def step(kind: str, started: str, ended: str, attempt: int = 1, state: str = "DONE") -> dict:
    day = "2026-11-21T02:01:"
    return {"kind": kind, "attempt": attempt, "state": state, "startedAt": f"{day}{started}Z", "endedAt": f"{day}{ended}Z"}


class CreationTest(unittest.TestCase):
    def test_from_the_begin_of_create_to_the_end_of_confirm(self) -> None:
        steps = [step("IMAGE", "10", "12"), step("CREATE", "12.5", "13.1"), step("CONFIRM", "13.1", "13.750123456"),
                 step("ENTRY", "13.8", "13.9")]
        self.assertAlmostEqual(1250.123, creation_millis({"id": "1", "steps": steps}), places=3)

    def test_only_the_latest_attempt_counts(self) -> None:
        steps = [step("CREATE", "1", "2", 1, "FAILED"), step("CREATE", "10", "11", 2), step("CONFIRM", "11", "12", 2)]
        self.assertEqual(2000, creation_millis({"id": "1", "steps": steps}))

    def test_a_copy_that_was_not_confirmed_has_no_time(self) -> None:
        unfinished = {"kind": "CONFIRM", "attempt": 1, "state": "FAILED"}
        with self.assertRaisesRegex(BenchError, "Deployment 7 .* one CONFIRM that is DONE, but has: FAILED"):
            creation_millis({"id": "7", "steps": [step("CREATE", "1", "2"), unfinished]})

    def test_a_deployment_without_steps_has_no_time(self) -> None:
        with self.assertRaisesRegex(BenchError, "but has: none"):
            creation_millis({"id": "7", "steps": []})
