"""`degrade` and `restore`: which links are meant, what changes, and the text before -> after."""
from . import quantities
from .description import Description
from .errors import TestbedError
from .names import link_name
from .network import WanLink
from .shape import Degradation

_FORMS = "rtt +400ms, rate 1Mbit/s, loss 2%"


def parse_changes(words: list[str]) -> Degradation:
    """`rtt +400ms loss 2%` and the like: pairs of a quantity and its value."""
    if not words or len(words) % 2:
        raise TestbedError(f"The change ({' '.join(words)}) is not pairs of a quantity and a value.", f"write one of [{_FORMS}].")
    change = Degradation()
    for what, value in zip(words[::2], words[1::2]):
        change = change.updated_by(_parse_change(what, value))
    return change


def _parse_change(what: str, value: str) -> Degradation:
    whose = f"the change {what}"
    if what == "rtt":
        if not value.startswith("+"):
            raise TestbedError(f"The value ({value}) of {whose} does not start with +: a link only gets slower.", "write rtt +400ms.")
        return Degradation(added_rtt_us=quantities.time_us(value[1:], whose))
    if what == "rate":
        return Degradation(rate_bps=quantities.rate_bps(value, whose))
    if what == "loss":
        return Degradation(loss_ppm=quantities.loss_ppm(value, whose))
    raise TestbedError(f"The quantity ({what}) of the change does not exist.", f"write one of [{_FORMS}].")


def links_meant(description: Description, target: str | None) -> list[str]:
    """SITE or SITE.ISP to link names; None means every site's."""
    known = [(site, isp) for site in description.sites for isp in site.isps]
    found = [link_name(site, isp) for site, isp in known if target in (None, site.id, link_name(site, isp))]
    if not found:
        names = [site.id for site in description.sites] + [link_name(site, isp) for site, isp in known]
        raise TestbedError(f"The link ({target}) of the bed {description.name} does not exist.", f"use one of [{', '.join(names)}].")
    return found


def difference(before: list[WanLink], after: list[WanLink]) -> list[str]:
    """One line per changed link, direction and IP version."""
    lines = []
    for old, new in zip(before, after):
        for (direction, family), shape in old.shapes.items():
            changed = new.shapes[direction, family]
            if changed != shape:
                lines.append(f"{old.name} {direction} {family}: {shape.text()}  ->  {changed.text()}")
    return lines
