"""Faults of the emulated provider, switched by a file that anybody may write while machines run."""
import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from .errors import MachinesError, NoCapacity
from .ground import Ground, write_json


@dataclass(frozen=True)
class Faults:
    no_capacity: tuple[str, ...] = ()  # kinds of machine (or "any") for which there is no room
    machines_at_most: int = 1000
    slow_boot_seconds: float = 0  # before SSH answers
    holds_boot: bool = False  # SSH does not answer before this fault ends, however long that takes
    dies_at_boot: bool = False  # the machine is off again soon after its start

    def check_room(self, kind: str, present: int) -> None:
        if kind in self.no_capacity or "any" in self.no_capacity:
            raise NoCapacity(f"There is no room for a machine of kind ({kind}).", "wait, or order another kind.")
        if present >= self.machines_at_most:
            raise NoCapacity(f"There is no room for more than {self.machines_at_most} machines.", "destroy one.")


def read(ground: Ground) -> Faults:
    try:
        content = json.loads(ground.faults.read_text())
        return Faults(**{**content, "no_capacity": tuple(content.get("no_capacity", ()))})
    except FileNotFoundError:
        return Faults()
    except (ValueError, TypeError) as error:
        names = ", ".join(field.name for field in fields(Faults))
        raise MachinesError(f"The faults ({ground.faults}) are not understood: {error}.", f"write JSON with some of [{names}].") from error


def write(ground: Ground, **changes: object) -> Faults:
    faults = replace(read(ground), **changes)
    write_json(ground.faults, asdict(faults))
    _let_go(ground, faults)
    return faults


def clear(ground: Ground) -> None:
    ground.faults.unlink(missing_ok=True)
    _let_go(ground, Faults())


def held(provider: Path) -> Path:
    """What a machine waits for to go away while it boots."""
    return provider / "held"


def _let_go(ground: Ground, faults: Faults) -> None:
    if not faults.holds_boot:
        for provider in ground.machines.glob("*/provider"):
            held(provider).unlink(missing_ok=True)
