"""Writes docs/dependencies.md: each library that is delivered, with its version, the date of that release, its licence, and why it is
there.

dependencies.py BILL-OF-MATERIALS REASONS REPOSITORY DOCUMENT: a CycloneDX file in JSON, why a library is asked for, where Maven keeps jars,
and what to write. Fails for a library that a module asks for without a reason, and for a reason of what no module asks for.
"""
import json
import sys
import zipfile
from collections import deque
from pathlib import Path

OURS = "org.caravan"
# What is delivered; tests and benches are not.
DELIVERED = ("caravan-server", "caravan-cli")
# Libraries of images of services (executionware/services), which are delivered as well.
ENGINES = ("caravan-engine-s3proxy", "caravan-engine-flink")
# Times in archives of reproducible builds may be fixed: nothing of ours is older than this.
_EARLIEST = 2005
_HEAD = """\
# Libraries that are delivered

Written by `./caravan licences dependencies` from the bill of materials (CycloneDX), which each package holds as `caravan-sbom.json`. One
row for each library of server, client and engines of services; the reason is our own for what a module asks for, and names the library that
brings the rest along. The date is that of the newest file in the jar: when this release was built. A build that fixes all times says
nothing, which is shown as “not stated”.

Vulnerabilities: no database of known vulnerabilities can be had without a network, so that none is asked when Caravan is built; that is why
versions and dates are listed. With a network, give `caravan-sbom.json` to a scanner that reads CycloneDX.

| library | version | of | licence | why it is there |
|---|---|---|---|---|
"""


class DependenciesError(Exception):
    """Says what is missing, for whom."""


def key(component: dict) -> str:
    return f"{component.get('group', '')}:{component['name']}"


def reasons(file: Path) -> dict:
    lines = [line for line in file.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return dict(line.split("\t", 1) for line in lines)


def licence(component: dict) -> str:
    names = []
    for each in component.get("licenses", []):
        names.append(each.get("expression") or each["license"].get("id") or each["license"].get("name"))
    return " or ".join(dict.fromkeys(names))


def built(component: dict, repository: Path) -> str:
    """Year, month and day of the newest file in the jar."""
    folder = repository.joinpath(*component.get("group", "").split("."), component["name"], component["version"])
    newest = (0, 0, 0)
    for jar in folder.glob(f"{component['name']}-{component['version']}*.jar"):
        with zipfile.ZipFile(jar) as archive:
            newest = max([newest, *(entry.date_time[:3] for entry in archive.infolist())])
    # The first of January is what builds set where they fix all times.
    return "{}-{:02}-{:02}".format(*newest) if newest[0] >= _EARLIEST and newest[1:] != (1, 1) else "not stated"


def _below(roots: list, graph: dict) -> set:
    seen, left = set(roots), list(roots)
    while left:
        for each in graph.get(left.pop(), []):
            if each not in seen:
                seen.add(each)
                left.append(each)
    return seen


def ways(bill: dict) -> tuple:
    """What our modules ask for, and for all else the library of those that brings it along."""
    by_ref = {one["bom-ref"]: one for one in [*bill["components"], bill["metadata"]["component"]]}
    graph = {each["ref"]: each.get("dependsOn", []) for each in bill["dependencies"]}
    modules = {ref: [below for below in graph[ref] if by_ref[below].get("group", "").startswith(OURS)] for ref in graph}
    asked, brought = set(), {}
    # A library of both comes with one that server or client ask for.
    for roots in (DELIVERED, ENGINES):
        ours = _below([ref for ref in graph if by_ref.get(ref, {}).get("name") in roots], modules)
        asked_here = {ref for own in ours for ref in graph[own] if not by_ref[ref].get("group", "").startswith(OURS)} - set(brought)
        asked |= asked_here
        queue = deque((ref, ref) for ref in sorted(asked_here))
        seen = asked_here | set(brought)
        while queue:
            ref, first = queue.popleft()
            brought[ref] = first
            for below in graph.get(ref, []):
                if below not in seen:
                    seen.add(below)
                    queue.append((below, first))
    return by_ref, asked, brought


def rows(bill: dict, why: dict, repository: Path) -> list:
    by_ref, asked, brought = ways(bill)
    without = sorted({key(by_ref[ref]) for ref in asked} - set(why))
    if without:
        raise DependenciesError(f"No reason is given for: {', '.join(without)}.\nMaybe write one into packaging/licences/reasons.tsv.")
    unused = sorted(set(why) - {key(by_ref[ref]) for ref in asked})
    if unused:
        raise DependenciesError(f"A reason is given for what no module asks for: {', '.join(unused)}.\n"
                                "Maybe remove it from packaging/licences/reasons.tsv.")
    lines = []
    for component in sorted((by_ref[ref] for ref in brought), key=key):
        name = key(component)
        reason = why.get(name) or f"comes with {by_ref[brought[component['bom-ref']]]['name']}"
        lines.append(f"| {name} | {component['version']} | {built(component, repository)} | {licence(component) or 'see THIRD-PARTY.txt'} "
                     f"| {reason} |")
    return lines


def main() -> int:
    bill, why, repository, document = map(Path, sys.argv[1:])
    try:
        lines = rows(json.loads(bill.read_text()), reasons(why), repository)
    except DependenciesError as fault:
        print(str(fault).replace("\n", "\n    "), file=sys.stderr)
        return 1
    document.write_text(_HEAD + "\n".join(lines) + "\n")
    print(f"{len(lines)} libraries: {document}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
