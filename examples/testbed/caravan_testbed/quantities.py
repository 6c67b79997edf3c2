"""Texts with units to plain numbers (bit/s, microseconds, bytes, cents, parts per million) and back."""
import re

from .errors import TestbedError

_RATES = {"bit/s": 1, "kbit/s": 10**3, "Mbit/s": 10**6, "Gbit/s": 10**9}
_TIMES = {"us": 1, "ms": 10**3, "s": 10**6}
_SIZES = {"B": 1, "kB": 10**3, "MB": 10**6, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_LOSSES = {"%": 10**4}
_PRICES = {"EUR/month": 100}


def _parse(text: object, units: dict[str, int], what: str, whose: str, example: str) -> int:
    units_pattern = "|".join(re.escape(unit) for unit in units)
    found = re.fullmatch(rf"(\d+(?:\.\d+)?)\s*({units_pattern})", text) if isinstance(text, str) else None
    if found is None:
        raise TestbedError(f"The {what} ({text!r}) of {whose} is not a number with one of the units {', '.join(units)}.",
                           f'write it like "{example}".')
    return round(float(found[1]) * units[found[2]])


def rate_bps(text: object, whose: str) -> int:
    value = _parse(text, _RATES, "rate", whose, "16 Mbit/s")
    if value < 1000:
        raise TestbedError(f"The rate ({text}) of {whose} is below 1 kbit/s: one packet would take seconds.",
                           'use at least "1 kbit/s", or degrade with loss 100%.')
    return value


def time_us(text: object, whose: str) -> int:
    return _parse(text, _TIMES, "delay", whose, "12 ms")


def size_bytes(text: object, whose: str) -> int:
    return _parse(text, _SIZES, "size", whose, "1 GiB")


def loss_ppm(text: object, whose: str) -> int:
    value = _parse(text, _LOSSES, "loss", whose, "2%")
    if value > 10**6:
        raise TestbedError(f"The loss ({text}) of {whose} is above 100 %.", 'write a share like "2%".')
    return value


def price_cents(text: object, whose: str) -> int:
    return _parse(text, _PRICES, "price", whose, "3.00 EUR/month")


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def rate_text(bps: int) -> str:
    return f"{_number(bps / 10**6)} Mbit/s"


def time_text(microseconds: int) -> str:
    return f"{_number(microseconds / 1000)} ms"


def loss_text(ppm: int) -> str:
    return f"{_number(ppm / 10**4)} %"


def size_text(size: int) -> str:
    for unit in ("GiB", "MiB", "KiB", "MB", "kB"):
        if size % _SIZES[unit] == 0:
            return f"{size // _SIZES[unit]} {unit}"
    return f"{size} B"


def price_text(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d} EUR/month"
