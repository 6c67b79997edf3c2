"""Many containers of one deployment."""
import platform
import subprocess
import unittest

from caravan_bench.containers import raw_script
from caravan_bench.deployments import Fleet, fleet_of
from caravan_bench.errors import BenchError
from caravan_bench.fleet import Comparison, model


def step(kind: str, started: str, ended: str, state: str = "DONE") -> dict:
    return {"kind": kind, "state": state, "startedAt": f"2026-11-21T02:01:{started}Z", "endedAt": f"2026-11-21T02:01:{ended}Z"}


def index(image: dict) -> dict:
    """As it lies in a folder of images."""
    return {"name": "x", "images": [{**image, "arch": "arm64", "start": ["/other"]},
                                    {**image, "arch": "amd64"}] if platform.machine() == "x86_64"
            else [{**image, "arch": "amd64", "start": ["/other"]}, {**image, "arch": "arm64"}]}


class FleetTest(unittest.TestCase):
    maxDiff = None

    def test_from_the_first_begin_to_the_last_confirmation(self) -> None:
        steps = [step("IMAGE", "10", "11"), step("CREATE", "11", "12"), step("CREATE", "11", "13"), step("CONFIRM", "12", "12.5"),
                 step("CONFIRM", "13", "13.5"), step("ENTRY", "14", "15")]
        fleet = fleet_of({"id": "1", "steps": steps}, 2)
        self.assertEqual(3500, fleet.total_millis)
        self.assertEqual({"CONFIRM": 500, "CREATE": 1500, "ENTRY": 1000, "IMAGE": 1000}, fleet.step_millis)

    def test_a_fleet_that_is_not_whole_has_no_time(self) -> None:
        with self.assertRaisesRegex(BenchError, "should have 2 CONFIRM that are DONE, but has 1"):
            fleet_of({"id": "1", "steps": [step("CREATE", "01", "02"), step("CONFIRM", "02", "03"),
                                           step("CONFIRM", "02", "03", "FAILED")]}, 2)

    def test_the_ratio_is_to_each_way_without_caravan(self) -> None:
        comparison = Comparison(50)
        comparison.ours += [Fleet(6000, {"CREATE": 200}), Fleet(3000, {"CREATE": 100.4})]
        comparison.raw += [2000, 2500]
        comparison.raw_side_by_side += [1500, 1500]
        self.assertEqual("""\
50 containers on one host                            Caravan  raw loop  raw 4 at once   ratio   ratio
turn 1: begin until the last one answers, cold        6.00 s    2.00 s         1.50 s    3.00    4.00
turn 2: begin until the last one answers              3.00 s    2.50 s         1.50 s    1.20    2.00
steps of the last turn, mean of each kind, waiting for their turn included: CREATE 100 ms
""", comparison.table())

    def test_components_are_as_many_as_asked_for(self) -> None:
        text = model(3)
        self.assertEqual(3, text.count("form container"))
        self.assertIn("require c3 at east", text)

    def test_bash_can_read_the_script(self) -> None:
        text = raw_script(index({"layers": [{"digest": "sha256:aa"}], "start": ["/bin/x"]}), "raw-fleet.sh", COUNT="50", SIDE_BY_SIDE="4")
        self.assertIn("COUNT=50\n", text)
        self.assertEqual("", subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True).stderr)
