"""What a Java process takes, as Linux and the process itself tell it."""
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .errors import BenchError, Skipped

_ANSWER_LIMIT_S = 300
# Where collectors keep what a full collection leaves: Serial, Parallel, G1. What was made since is in the young generation of the first
# two.
_KEPT = re.compile(r"^\s*(?:tenured generation|ParOldGen|garbage-first heap)\s.*?\bused (\d+)K", re.MULTILINE)


@dataclass(frozen=True)
class Taken:
    """heap_bytes is what a full collection left; cpu_seconds are those since its start."""
    heap_bytes: int
    threads: int
    descriptors: int
    cpu_seconds: float


def why_not() -> str | None:
    if not Path("/proc/self/fd").exists():
        return "threads and descriptors of another process are read as Linux tells them"
    if shutil.which("jcmd") is None:
        return "jcmd is missing, which comes with a JDK"
    return None


def taken(pid: int) -> Taken:
    """Processor time first: the collection that is asked for is the bench's own doing."""
    if reason := why_not():
        raise Skipped(reason)
    cpu = cpu_seconds(pid)
    _jcmd(pid, "GC.run")
    heap = heap_bytes(_jcmd(pid, "GC.heap_info"))
    try:
        status = Path(f"/proc/{pid}/status").read_text()
        return Taken(heap, int(re.search(r"^Threads:\s+(\d+)", status, re.MULTILINE)[1]), len(os.listdir(f"/proc/{pid}/fd")), cpu)
    except OSError as gone:
        raise BenchError(f"Process {pid} cannot be observed: {gone}.", "it has ended; read its log.") from gone


def heap_bytes(said: str) -> int:
    """What jcmd GC.heap_info says that the last full collection kept."""
    found = _KEPT.search(said)
    if found is None:
        raise BenchError(f"The use of the heap cannot be read from ({said.strip()[:200]}).", "another collector runs than the bench knows.")
    return int(found[1]) * 1024


def cpu_seconds(pid: int) -> float:
    """User and system time since its start."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError as gone:
        raise BenchError(f"Process {pid} cannot be observed: {gone}.", "it has ended; read its log.") from gone
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def folder_bytes(folder: Path, *names: str) -> int:
    """Of all files that are in it now, or of those whose names begin so."""
    total = 0
    for path in folder.rglob("*"):
        try:
            if path.is_file() and (not names or path.name.startswith(names)):
                total += path.stat().st_size
        except FileNotFoundError:
            continue  # a log file that a checkpoint took away meanwhile
    return total


def _jcmd(pid: int, command: str) -> str:
    try:
        done = subprocess.run(["jcmd", str(pid), command], capture_output=True, text=True, timeout=_ANSWER_LIMIT_S, check=False)
    except subprocess.TimeoutExpired as late:
        raise BenchError(f"jcmd {pid} {command} did not end within {_ANSWER_LIMIT_S} s.",
            "the machine is very busy; run the bench again.") from late
    if done.returncode:
        raise BenchError(f"jcmd {pid} {command} ended with code {done.returncode}: {(done.stderr or done.stdout).strip()[:200]}",
            "the server has ended; read its log.")
    return done.stdout
