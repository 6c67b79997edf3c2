"""Figures of real hosts: what probes of their lines cost, and how long a container takes until it answers."""
import json
import platform
import shlex
from pathlib import Path
from typing import Callable, Mapping

from .api import Api
from .bed import Bed
from .deployments import creation_millis
from .figures import Figures, Probing, Spread

PORT = 18081
_APPLICATION = "bench"
_IMAGE = "sock-shop/redis"
_ENDPOINT = 6379
_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
PROBE_LIMIT_S = 600
_DEPLOY_LIMIT_S = 180
_BENCH = Path(__file__).resolve().parent.parent


def probe(figures: Figures, api: Api, say: Callable[[str], None]) -> None:
    say("probes of all pairs (standard)")
    figures.probing = Probing.of(api.probe("standard", PROBE_LIMIT_S))


def measure(figures: Figures, api: Api, bed: Bed, images: Path, quick: bool, say: Callable[[str], None]) -> None:
    """By turns, so that whatever else the machine does meets both alike."""
    script = raw_script(json.loads((images / "manifests" / f"{_IMAGE}.json").read_text()))
    api.hand_over(f"/applications/{_APPLICATION}/model", _BENCH / "bench.caravan")
    times = 1 if quick else 5
    ours, raw = [], []
    for number in range(1, times + 1):
        say(f"container {number} of {times}")
        ours.append(_deployed(api))
        api.deployed(_APPLICATION, api.call("DELETE", f"/applications/{_APPLICATION}"), _DEPLOY_LIMIT_S)
        raw.append(float(bed.on_host(script)))
    figures.container_millis = Spread(tuple(ours))
    figures.raw_millis = Spread(tuple(raw))


def raw_script(manifest: Mapping, script: str = "raw-container.sh", **more: str) -> str:
    """The text for the host: manifests of one name stand together, one for each architecture; overlayfs wants the topmost layer first,
    manifests list the bottom one first."""
    image = next(image for image in manifest["images"] if image["arch"] == _ARCHITECTURES.get(platform.machine(), platform.machine()))
    layers = ["/var/lib/caravan/layers/" + layer["digest"].removeprefix("sha256:") for layer in reversed(image["layers"])]
    variables = {"LAYERS": ":".join(layers), "START": " ".join(image["start"]), "PORT": str(_ENDPOINT), **more}
    assignments = "".join(f"{name}={shlex.quote(value)}\n" for name, value in variables.items())
    return assignments + (_BENCH / "raw.sh").read_text() + (_BENCH / script).read_text()


def _deployed(api: Api) -> float:
    plan = api.call("POST", f"/applications/{_APPLICATION}/plans")
    begun = api.call("POST", f"/applications/{_APPLICATION}/plans/{plan['id']}/approval")
    return creation_millis(api.deployed(_APPLICATION, begun, _DEPLOY_LIMIT_S))
