"""What a start of the server costs with and without its archive of classes, in turn: one pair after the other on the same machine."""
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from .errors import Skipped
from .process import cpu_seconds
from .server import Server

PAIRS = 5
_PORT = 18082
_ARCHIVE = "-XX:SharedArchiveFile="
WITH, WITHOUT = "with the archive of classes", "without"


@dataclass(frozen=True)
class ServerStart:
    """From its start until the first healthy answer; cpu_seconds are user and system time, rss_bytes its memory at that moment."""
    cpu_seconds: float
    rss_bytes: int
    seconds: float


@dataclass(frozen=True)
class ServerStarts:
    """By WITH and WITHOUT, in the order they were measured."""
    starts: dict[str, list[ServerStart]]
    failed = False

    def table(self) -> str:
        times = len(self.starts[WITH])
        lines = [f"{f'server, {times} pairs of starts':<34}{'CPU median':>12}{'least':>9}{'most':>9}{'RSS median':>13}{'clock median':>15}"]
        lines += [_line(name, self.starts[name]) for name in (WITHOUT, WITH)]
        ratios = [with_it.cpu_seconds / without.cpu_seconds for with_it, without in zip(self.starts[WITH], self.starts[WITHOUT])]
        lines.append(f"{'CPU with / without, pair by pair':<34}{statistics.median(ratios):>12.2f}{min(ratios):>9.2f}{max(ratios):>9.2f}")
        return "\n".join(lines) + "\n"

    def record(self) -> dict[str, object]:
        return {name: [vars(start) for start in starts] for name, starts in self.starts.items()}


def measure(command: list[str], folder: Path, pairs: int, say: Callable[[str], None]) -> ServerStarts:
    """The first pair, which reads the files from the disk, is not counted."""
    commands = {WITHOUT: without_archive(command), WITH: command}
    starts: dict[str, list[ServerStart]] = {name: [] for name in commands}
    for number in range(pairs + 1):
        say(f"pair {number} of {pairs}")
        for which, (name, started) in enumerate(commands.items()):
            with Server(started, _PORT, folder / f"start-{number}-{which}", "--caravan.simulated=true") as server:
                if server.rss_bytes is None:
                    raise Skipped("processor time and memory of another process are read as Linux tells them")
                if number > 0:
                    starts[name].append(ServerStart(cpu_seconds(server.pid), server.rss_bytes, server.start_millis / 1000))
    return ServerStarts(starts)


def without_archive(command: list[str]) -> list[str]:
    if not any(word.startswith(_ARCHIVE) for word in command):
        raise Skipped("there is no archive of classes; target/class-archive.log says why")
    return [word for word in command if not word.startswith(_ARCHIVE)]


def _line(name: str, starts: list[ServerStart]) -> str:
    cpu = [start.cpu_seconds for start in starts]
    return (f"{name:<34}{_seconds(statistics.median(cpu)):>12}{_seconds(min(cpu)):>9}{_seconds(max(cpu)):>9}"
            f"{f'{statistics.median(start.rss_bytes for start in starts) / 1e6:.0f} MB':>13}"
            f"{_seconds(statistics.median(start.seconds for start in starts)):>15}")


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f} s"
