"""What namespaces, devices and files are called; the kernel allows a device 15 characters, so devices carry numbers."""
import re

from .description import Host, Isp, Region, Site
from .errors import TestbedError

LONGEST_PREFIX = 8
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,31}")


def check_name(name: object, what: str) -> str:
    reserved = isinstance(name, str) and re.fullmatch(r"core(-.*)?|mgmt", name) is not None
    if not isinstance(name, str) or reserved or _NAME.fullmatch(name) is None:
        raise TestbedError(f"The name ({name!r}) of a {what} is not usable: it becomes part of a namespace's name.",
                           "use a letter, then up to 31 letters, digits and hyphens; core… and mgmt are taken.")
    return name


def check_prefix(prefix: str) -> str:
    if re.fullmatch(rf"[a-z][a-z0-9]{{0,{LONGEST_PREFIX - 1}}}", prefix) is None:
        raise TestbedError(f"The prefix ({prefix}) of the bed cannot start the name of a device.",
                           f"use up to {LONGEST_PREFIX} lower case letters and digits, a letter first.")
    return prefix


def core_namespace(prefix: str, region: str | None = None) -> str:
    return f"{prefix}-core" if region is None else f"{prefix}-core-{region}"


def namespace(prefix: str, id: str) -> str:
    return f"{prefix}-{id}"


def management_bridge(prefix: str) -> str:
    return f"{prefix}-mgmt"


def management_port(prefix: str, host: Host) -> str:
    return f"{prefix}-m{host.number}"


def site_wan_device(isp: Isp) -> str:
    return f"wan{isp.index}"


def core_wan_device(site: Site, isp: Isp) -> str:
    return f"s{site.index}p{isp.index}"


def haul_device(region: Region) -> str:
    return f"haul-{region.id[:10]}"


def lan_port(host: Host) -> str:
    return f"host{host.number}"


def link_name(site: Site, isp: Isp) -> str:
    return f"{site.id}.{isp.id}"
