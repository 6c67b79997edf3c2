"""Requests at a constant rate from the site of the users, until it is ended. Each request is a new connection."""
from __future__ import annotations

from installation import HOME
from running_load import RunningLoad

LONGEST_S = 600


class Load(RunningLoad):
    def __init__(self, environment: dict[str, str], url: str, rate: int) -> None:
        super().__init__(
            [str(HOME / "caravan"), "testbed", "exec", "vantage-coast", "--", str(HOME / "examples/sock-shop/load/sock-shop-load"),
             "--url", url, "--mix", "browse", "--rate", str(rate), "--duration", str(LONGEST_S), "--json"], environment)
