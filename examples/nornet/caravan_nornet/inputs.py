"""Pure: the emulated inputs of bed.toml, and which of them the packets between two access points cross."""
import sys
from dataclasses import dataclass
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[1]
BED = EXAMPLE / "bed.toml"
sys.path.insert(0, str(EXAMPLE.parent / "testbed"))

from caravan_testbed.description import DOWN, IPV4, UP, Description, Isp, Site  # noqa: E402 (the path must be set first)
from caravan_testbed.description_reader import read_description  # noqa: E402
from caravan_testbed.shape import Shape  # noqa: E402


@dataclass(frozen=True)
class Line:
    """One direction of an emulated line as packets cross it."""
    name: str
    shape: Shape


@dataclass(frozen=True)
class Way:
    forth: tuple[Line, ...]
    back: tuple[Line, ...]
    window_bytes: int | None  # most that a flow in this direction may have on its way


def bed() -> Description:
    return read_description(BED)


def way(description: Description, source: str, target: str, family: str) -> Way:
    """Between access lines as `bergen.BKK`. A connection is opened by the source."""
    near, far = _line(description, source), _line(description, target)
    window = next((each.window_bytes for each in description.detours if near == each.target and far in each.sources and family == IPV4),
                  None)
    return Way(_crossed(description, near, far, family), _crossed(description, far, near, family), window)


def lines(description: Description) -> list[Line]:
    """All directions of all lines, named as in {@link Way}, families apart where they differ."""
    named = [(f"{site.id}.{isp.id}", isp.shapes) for site in description.sites for isp in site.isps]
    named += [(f"transit {each.id}", each.shapes) for each in description.transits]
    named += [(f"NAT {each.id}", each.shapes) for each in description.detours]
    found = []
    for name, shapes in named:
        for direction in (UP, DOWN):
            here = {family: shape for (way_, family), shape in shapes.items() if way_ == direction}
            if len(set(here.values())) == 1:
                found.append(Line(f"{name} {direction}", next(iter(here.values()))))
            else:
                found += [Line(f"{name} {direction} {family}", shape) for family, shape in sorted(here.items())]
    return found


def _line(description: Description, name: str) -> tuple[Site, Isp]:
    return next((site, isp) for site in description.sites for isp in site.isps if f"{site.id}.{isp.id}" == name)


def _crossed(description: Description, near: tuple[Site, Isp], far: tuple[Site, Isp], family: str) -> tuple[Line, ...]:
    between = [Line(f"transit {each.id}", each.shapes[UP if (near, far) == (each.near, each.far) else DOWN, family])
               for each in description.transits if (near, far) in ((each.near, each.far), (each.far, each.near)) and (UP,
                   family) in each.shapes]
    for detour in description.detours:
        out, back = near in detour.sources and far == detour.target, far in detour.sources and near == detour.target
        if family == IPV4 and (out or back):
            between += [_shape(detour.via, DOWN, family), Line(f"NAT {detour.id}", detour.shapes[UP if out else DOWN, family]),
                        _shape(detour.via, UP, family)]
    return (_shape(near, UP, family), *between, _shape(far, DOWN, family))


def _shape(line: tuple[Site, Isp], direction: str, family: str) -> Line:
    return Line(f"{line[0].id}.{line[1].id} {direction}", line[1].shapes[direction, family])
