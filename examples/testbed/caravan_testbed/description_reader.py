"""TOML text to a checked Description; every error names the value and whose it is."""
import tomllib
from pathlib import Path
from typing import Any

from . import quantities, ways_reader
from .description import DOWN, IPV4, IPV6, KINDS, UP, Description, Host, HostType, Isp, Region, Site
from .errors import TestbedError
from .fields import allow, flag, need, one_of, shape
from .names import check_name

_LARGEST_INDEX = 254  # an index is one byte of an IPv4 address


def read_description(path: Path) -> Description:
    try:
        text = path.read_text()
    except OSError as error:
        raise TestbedError(f"The description ({path}) cannot be read: {error.strerror}.",
                           "check the path, or leave it out to use nornet.toml.") from error
    return parse_description(text, str(path))


def parse_description(text: str, source: str) -> Description:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TestbedError(f"The description ({source}) is not TOML: {error}.", "compare the line with nornet.toml.") from error
    allow(data, {"name", "host-types", "isps", "regions", "sites", "transits", "detours"}, f"description {source}")
    types = {id: _host_type(id, table) for id, table in _table(data, "host-types", source).items()}
    indexes = {id: _index(value, f"ISP {id}") for id, value in _table(data, "isps", source).items()}
    regions = {id: _region(id, table) for id, table in data.get("regions", {}).items()}
    sites = _sites(_table(data, "sites", source), types, indexes, regions)
    _check_unique(sites, indexes)
    return Description(need(data, "name", f"description {source}"), tuple(types.values()), tuple(regions.values()), sites,
                       ways_reader.transits(data.get("transits", {}), sites), ways_reader.detours(data.get("detours", {}), sites))


def _table(data: dict[str, Any], key: str, source: str) -> dict[str, Any]:
    return need(data, key, f"description {source}")


def _index(value: Any, whose: str) -> int:
    if not isinstance(value, int) or not 1 <= value <= _LARGEST_INDEX:
        raise TestbedError(f"The index ({value!r}) of {whose} is not a whole number from 1 to {_LARGEST_INDEX}.",
                           "choose a free one: it becomes a byte of the addresses.")
    return value


def _host_type(id: str, table: dict[str, Any]) -> HostType:
    whose = f"host type {check_name(id, 'host type')}"
    allow(table, {"arch", "cores", "memory", "disk", "price", "paced"}, whose)
    cores = need(table, "cores", whose)
    if not isinstance(cores, int) or cores < 1:
        raise TestbedError(f"The cores ({cores!r}) of {whose} are not a whole number above 0.", "write `cores = 4`.")
    return HostType(id, need(table, "arch", whose), cores, quantities.size_bytes(need(table, "memory", whose), whose),
                    quantities.size_bytes(need(table, "disk", whose), whose),
                    quantities.price_cents(need(table, "price", whose), whose), flag(table, "paced", whose))


def _region(id: str, table: dict[str, Any]) -> Region:
    whose = f"region {check_name(id, 'region')}"
    allow(table, {"haul"}, whose)
    haul = shape(need(table, "haul", whose), f"haul of {whose}")
    return Region(id, {(direction, family): haul for direction in (UP, DOWN) for family in (IPV4, IPV6)})


def _sites(tables: dict[str, Any], types: dict[str, HostType], indexes: dict[str, int],
           regions: dict[str, Region]) -> tuple[Site, ...]:
    sites, next_number = [], 1
    for id, table in tables.items():
        site = _site(id, table, types, indexes, regions, next_number)
        next_number += len(site.hosts)
        sites.append(site)
    return tuple(sites)


def _site(id: str, table: dict[str, Any], types: dict[str, HostType], indexes: dict[str, int], regions: dict[str, Region],
          first_number: int) -> Site:
    whose = f"site {check_name(id, 'site')}"
    allow(table, {"index", "kind", "country", "position", "region", "isps", "hosts", "vantages"}, whose)
    kind = one_of(need(table, "kind", whose), KINDS, "kind", whose)
    region = table.get("region")
    if region is not None:
        one_of(region, tuple(regions), "region", whose)
    isps = tuple(_isp(isp, need(indexes, isp, "table isps"), isp_table, whose)
                 for isp, isp_table in need(table, "isps", whose).items())
    if not isps:
        raise TestbedError(f"The {whose} has no ISP.", f"add a table [sites.{id}.isps.NAME].")
    return Site(id, _index(need(table, "index", whose), whose), kind, need(table, "country", whose),
                _position(need(table, "position", whose), whose), region, isps,
                _hosts(table, kind, types, tuple(isp.id for isp in isps), first_number, whose))


def _position(value: Any, whose: str) -> tuple[str, str]:
    limits = (90, 180)
    if not isinstance(value, list) or len(value) != 2 or not all(
            isinstance(number, (int, float)) and abs(number) <= limit for number, limit in zip(value, limits)):
        raise TestbedError(f"The position ({value!r}) of {whose} is not latitude and longitude in degrees.",
                           "write `position = [60.4, 5.3]`.")
    return str(value[0]), str(value[1])


def _isp(id: str, index: int, table: dict[str, Any], site: str) -> Isp:
    whose = f"ISP {check_name(id, 'ISP')} of {site}"
    allow(table, {"families", "up", "down", "up-ipv4", "up-ipv6", "down-ipv4", "down-ipv6"}, whose)
    families = tuple(one_of(family, (IPV4, IPV6), "family", whose) for family in need(table, "families", whose))
    if IPV4 not in families:
        raise TestbedError(f"The {whose} has no ipv4: nodes of this bed are always reached by IPv4 too.", 'add "ipv4" to its families.')
    shapes = {}
    for direction in (UP, DOWN):
        for family in families:
            key = f"{direction}-{family}" if f"{direction}-{family}" in table else direction
            shapes[direction, family] = shape(need(table, key, whose), f"{key} of {whose}")
    return Isp(id, index, families, shapes)


def _hosts(table: dict[str, Any], kind: str, types: dict[str, HostType], isp_ids: tuple[str, ...], first_number: int,
           whose: str) -> tuple[Host, ...]:
    """Hosts, or vantages: at sites of users, and at sites whose machines are not the bed's."""
    only_vantages = kind == "users" or ("vantages" in table and "hosts" not in table)
    key, other = ("vantages", "hosts") if only_vantages else ("hosts", "vantages")
    if other in table:
        raise TestbedError(f"The {whose} of kind {kind} has {other}.", f"write them as {key}, or change the kind.")
    hosts = []
    for position, entry in enumerate(need(table, key, whose)):
        id = check_name(need(entry, "id", f"{key} of {whose}"), "host")
        allow(entry, {"id"} if only_vantages else {"id", "type", "isps"}, f"host {id}")
        type_id = None if only_vantages else one_of(need(entry, "type", f"host {id}"), tuple(types), "type", f"host {id}")
        isps = tuple(one_of(isp, isp_ids, "ISP", f"host {id}") for isp in entry.get("isps", ()))
        hosts.append(Host(id, first_number + position, position + 1, types[type_id] if type_id else None, isps))
    return tuple(hosts)


def _check_unique(sites: tuple[Site, ...], isp_indexes: dict[str, int]) -> None:
    names = [("name", site.id, f"site {site.id}") for site in sites]
    names += [("name", host.id, f"host {host.id}") for site in sites for host in site.hosts]
    indexes = [("site index", site.index, f"site {site.id}") for site in sites]
    indexes += [("ISP index", index, f"ISP {isp}") for isp, index in isp_indexes.items()]
    seen: dict[tuple[str, object], str] = {}
    for what, value, whose in names + indexes:
        if (what, value) in seen:
            raise TestbedError(f"The {what} ({value}) of {whose} is already that of {seen[what, value]}.", "choose another one.")
        seen[what, value] = whose
