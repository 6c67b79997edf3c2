"""Many containers of one deployment on one host, beside as many that lxc-copy and lxc-start make without Caravan."""
import json
from pathlib import Path
from typing import Callable

from .api import Api
from .bed import Bed
from .containers import raw_script
from .deployments import Fleet, fleet_of

APPLICATION = "fleet"
COUNT = 50
SIDE_BY_SIDE = 4  # as many as Caravan changes at once on one host
_IMAGE = "sock-shop/redis"
_PORT = 6379
_LIMIT_S = 300


def model(count: int) -> str:
    """Components of one image, all at one site, so on its one host; the first is what users ask."""
    components = "".join(f"""
  component c{number} {{
    form container {{ image "{_IMAGE}"  cpu 0.05  memory 16 MiB }}
    provides redis on {_PORT}  ready when tcp
  }}
  require c{number} at east""" for number in range(1, count + 1))
    return f"""application {APPLICATION} version "1.0" {{{components}
  users coast {{ at users-coast via Fibre ipv4  rate 1 requests/s  mix ask 100 % }}
  request ask {{ users -> c1  turns 1  bytes 1 KiB }}
  minimise latency of ask
}}
"""


def measure(api: Api, bed: Bed, images: Path, count: int, times: int, say: Callable[[str], None]) -> "Comparison":
    """By turns, so that whatever else the machine does meets all alike."""
    manifest = json.loads((images / "manifests" / f"{_IMAGE}.json").read_text())
    api.hand_over_texts(f"/applications/{APPLICATION}/model", {"fleet.caravan": model(count)})
    comparison = Comparison(count)
    for number in range(1, times + 1):
        say(f"{count} containers, {number} of {times}: Caravan")
        comparison.ours.append(_deployed(api, count))
        api.deployed(APPLICATION, api.call("DELETE", f"/applications/{APPLICATION}"), _LIMIT_S)
        for at_once, measured in ((1, comparison.raw), (SIDE_BY_SIDE, comparison.raw_side_by_side)):
            say(f"{count} containers, {number} of {times}: lxc-copy and lxc-start, {at_once} at once")
            script = raw_script(manifest, "raw-fleet.sh", PORT=str(_PORT), COUNT=str(count), SIDE_BY_SIDE=str(at_once))
            measured.append(float(bed.on_host(script)))
    return comparison


def _deployed(api: Api, count: int) -> Fleet:
    plan = api.call("POST", f"/applications/{APPLICATION}/plans")
    begun = api.call("POST", f"/applications/{APPLICATION}/plans/{plan['id']}/approval")
    return fleet_of(api.deployed(APPLICATION, begun, _LIMIT_S), count)


class Comparison:
    """Times in ms in the order they were measured; the first of ours is also the first of its server."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.ours: list[Fleet] = []
        self.raw: list[float] = []
        self.raw_side_by_side: list[float] = []

    def record(self) -> dict[str, object]:
        return {"containers": self.count, "caravanMillis": [fleet.total_millis for fleet in self.ours], "rawMillis": self.raw,
                "rawSideBySideMillis": self.raw_side_by_side, "sideBySide": SIDE_BY_SIDE,
                "stepMillis": [fleet.step_millis for fleet in self.ours]}

    def table(self) -> str:
        """One line per turn; the ratio is to the plain loop, which is what a person would write."""
        lines = [f"{f'{self.count} containers on one host':<50}{'Caravan':>10}{'raw loop':>10}"
                 f"{f'raw {SIDE_BY_SIDE} at once':>15}{'ratio':>8}{'ratio':>8}"]
        for number, (fleet, raw, side) in enumerate(zip(self.ours, self.raw, self.raw_side_by_side), 1):
            what = f"turn {number}: begin until the last one answers" + (", cold" if number == 1 else "")
            lines.append(f"{what:<50}{_seconds(fleet.total_millis):>10}{_seconds(raw):>10}{_seconds(side):>15}"
                         f"{fleet.total_millis / raw:>8.2f}{fleet.total_millis / side:>8.2f}")
        last = self.ours[-1]
        steps = ", ".join(f"{kind} {millis:.0f} ms" for kind, millis in last.step_millis.items())
        return "\n".join([*lines, f"steps of the last turn, mean of each kind, waiting for their turn included: {steps}"]) + "\n"


def _seconds(millis: float) -> str:
    return f"{millis / 1000:.2f} s"
