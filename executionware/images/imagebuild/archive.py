"""The Debian archive this machine's apt is set up with, as text for another apt.

Addresses may hold an internal name or a password: they are passed on, never printed.
"""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .errors import BuildError

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
ONE_LINE = re.compile(r"deb\s+(?:\[(?P<options>[^]]*)]\s+)?(?P<uri>\S+)\s+(?P<suite>\S+)\s+(?P<components>.+)")


@dataclass(frozen=True, order=True)
class Source:
    uri: str
    suite: str


def debian_sources(texts: dict[str, str], suite: str) -> str:
    """deb822 text of the sources of `suite`, its updates and security; `texts` is file name → content."""
    found: set[Source] = set()
    for name, text in texts.items():
        found |= _deb822(text) if name.endswith(".sources") else _one_line(text)
    wanted = {suite, f"{suite}-updates", f"{suite}-security", f"{suite}/updates"}
    kept = sorted(source for source in found if source.suite in wanted)
    if not any(source.suite == suite for source in kept):
        raise BuildError(f"apt on this machine has no Debian archive for the suite ({suite}).",
                         "add it to /etc/apt/sources.list.d, or write another `suite` in the spec.")
    return "\n".join(f"Types: deb\nURIs: {source.uri}\nSuites: {source.suite}\nComponents: main\nSigned-By: {KEYRING}\n"
                     for source in kept)


def _deb822(text: str) -> set[Source]:
    found = set()
    for stanza in re.split(r"\n\s*\n", text):
        lines = [line for line in stanza.splitlines() if line.strip() and not line.startswith("#")]
        fields = {key.strip().lower(): value.split() for key, _, value in (line.partition(":") for line in lines)}
        signed = fields.get("signed-by", [KEYRING])
        if ("deb" in fields.get("types", []) and "main" in fields.get("components", [])
                and fields.get("enabled") != ["no"] and "debian-archive" in signed[0]):
            found |= {Source(uri, suite) for uri in fields.get("uris", []) for suite in fields.get("suites", [])}
    return found


def _one_line(text: str) -> set[Source]:
    found = set()
    for line in text.splitlines():
        match = ONE_LINE.fullmatch(line.split("#")[0].strip())
        if not match or "main" not in match["components"].split():
            continue
        signed = re.search(r"signed-by=(\S+)", match["options"] or "")
        if not signed or "debian-archive" in signed[1]:
            found.add(Source(match["uri"], match["suite"]))
    return found


def apt_texts(folder: Path = Path("/etc/apt")) -> dict[str, str]:
    """This machine's apt source files; the rim of this module."""
    paths = [folder / "sources.list", *sorted((folder / "sources.list.d").glob("*.list")),
             *sorted((folder / "sources.list.d").glob("*.sources"))]
    return {path.name: path.read_text(encoding="utf-8") for path in paths if path.is_file()}
