"""Fields of a description's tables: there, known, of the right kind; every error names the value and whose it is."""
from typing import Any

from . import quantities
from .errors import TestbedError
from .shape import Shape


def need(table: dict[str, Any], key: str, whose: str) -> Any:
    if key not in table:
        raise TestbedError(f"The {whose} has no {key}.", f"add `{key} = …`; nornet.toml shows one.")
    return table[key]


def allow(table: dict[str, Any], known: set[str], whose: str) -> None:
    for key in table:
        if key not in known:
            raise TestbedError(f"The key ({key}) of {whose} is unknown.", f"use one of [{', '.join(sorted(known))}].")


def shape(table: dict[str, Any], whose: str) -> Shape:
    allow(table, {"rate", "delay", "queue", "loss"}, whose)
    return Shape(quantities.rate_bps(need(table, "rate", whose), whose), quantities.time_us(need(table, "delay", whose), whose),
                 quantities.size_bytes(need(table, "queue", whose), whose), quantities.loss_ppm(table.get("loss", "0%"), whose))


def one_of(value: Any, known: tuple[str, ...], what: str, whose: str) -> str:
    if value not in known:
        maybe = f"use one of [{', '.join(known)}]." if known else f"describe it first: there is no {what} yet."
        raise TestbedError(f"The {what} ({value}) of {whose} does not exist.", maybe)
    return value


def flag(table: dict[str, Any], key: str, whose: str) -> bool:
    """False where it is left out."""
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise TestbedError(f"The {key} ({value!r}) of {whose} is neither true nor false.", f"write `{key} = true`.")
    return value
