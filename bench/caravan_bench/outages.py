"""Times at which hosts of a simulated server are unreachable, and the failures that this explains."""
import math
import time
from pathlib import Path

# How long after a host is back what was found out before may still be answered.
_REMEMBERED_S = 15
_CODES = {"host-not-observed", "host-fault"}


class Outages:
    """One host at a time is lost by a file that names it, in the data folder of the server."""

    def __init__(self, data: Path) -> None:
        self._file = data / "simulated-outages.txt"
        self._last_away = -math.inf

    def lose(self, host: str) -> None:
        self._last_away = math.inf
        self._file.write_text(host + "\n")

    def bring_back(self) -> None:
        self._file.unlink()
        self._last_away = time.monotonic()

    def explain(self, since: float, code: str | None = None) -> bool:
        """Whether a host was unreachable at any time since then, or shortly before; which one, a deployment on many hosts does not tell.

        since -- as time.monotonic() has it
        code -- of the problem that a request was answered with; None where a deployment failed
        """
        return (code is None or code in _CODES) and self._last_away + _REMEMBERED_S >= since
