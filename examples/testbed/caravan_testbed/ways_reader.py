"""The tables `transits` and `detours` of a description: what lies between ISPs."""
from typing import Any

from . import quantities
from .description import DOWN, IPV4, IPV6, UP, Detour, Isp, Site, Transit
from .errors import TestbedError
from .fields import allow, need, one_of, shape


def transits(tables: dict[str, Any], sites: tuple[Site, ...]) -> tuple[Transit, ...]:
    return tuple(_transit(id, table, sites) for id, table in tables.items())


def detours(tables: dict[str, Any], sites: tuple[Site, ...]) -> tuple[Detour, ...]:
    return tuple(_detour(id, table, sites) for id, table in tables.items())


def _transit(id: str, table: dict[str, Any], sites: tuple[Site, ...]) -> Transit:
    whose = f"transit {id}"
    allow(table, {"between", "families", "up", "down"}, whose)
    ends = need(table, "between", whose)
    if not isinstance(ends, list) or len(ends) != 2:
        raise TestbedError(f"The ends ({ends!r}) of {whose} are not two.", 'write `between = ["bergen.BKK", "simula.Kvantel"]`.')
    near, far = (_line(end, sites, whose) for end in ends)
    families = tuple(one_of(family, (IPV4, IPV6), "family", whose) for family in need(table, "families", whose))
    return Transit(id, near, far, _shapes(table, families, whose))


def _detour(id: str, table: dict[str, Any], sites: tuple[Site, ...]) -> Detour:
    whose = f"detour {id}"
    allow(table, {"from", "to", "via", "up", "down", "window"}, whose)
    sources = tuple(_line(source, sites, whose) for source in need(table, "from", whose))
    window = quantities.size_bytes(table["window"], whose) if "window" in table else None
    return Detour(id, sources, _line(need(table, "to", whose), sites, whose), _line(need(table, "via", whose), sites, whose),
                  _shapes(table, (IPV4,), whose), window)


def _shapes(table: dict[str, Any], families: tuple[str, ...], whose: str) -> dict:
    return {(direction, family): shape(need(table, direction, whose), f"{direction} of {whose}")
            for direction in (UP, DOWN) for family in families}


def _line(name: str, sites: tuple[Site, ...], whose: str) -> tuple[Site, Isp]:
    lines = {f"{site.id}.{isp.id}": (site, isp) for site in sites if site.region is None for isp in site.isps}
    return lines[one_of(name, tuple(lines), "line outside of regions", whose)]
