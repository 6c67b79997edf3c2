"""Properties of the machine, for comparing two tables."""
import os
import platform
import re
import subprocess
from datetime import datetime, timezone
from pathlib import Path


def describe(java: str) -> dict[str, str]:
    return {"machine": f"{_processor()}, {os.cpu_count()} cores, {_memory()}",
            "system": f"{platform.system()} {platform.release()}, {_java(java)}, Python {platform.python_version()}",
            "load": f"{os.getloadavg()[0]:.1f} processes wanted to run in the minute before",
            "at": datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC")}


def _processor() -> str:
    try:
        found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.machine()


def _memory() -> str:
    return f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.1f} GiB"


def _java(java: str) -> str:
    said = subprocess.run([java, "-version"], capture_output=True, text=True).stderr
    found = re.search(r'version "([^"]+)"', said)
    return f"Java {found[1]}" if found else "Java"
