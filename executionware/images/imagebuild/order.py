"""Which image is built before which: parents first, names alphabetical among equals."""
from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

from .errors import BuildError
from .spec import Spec


def parents_first(specs: list[Spec], in_store: set[str]) -> list[Spec]:
    """Sorts so that every `from` is either earlier in the list or already in the store."""
    by_name: dict[str, Spec] = {}
    for spec in specs:
        other = by_name.setdefault(spec.name, spec)
        if other is not spec:
            raise BuildError(f"The image ({spec.name}) is described twice, in {other.path} and {spec.path}.",
                             "one of them was copied and wants its own name.")
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for name, spec in sorted(by_name.items()):
        _known(spec, by_name, in_store)
        sorter.add(name, *([spec.parent] if spec.parent in by_name else []))
    try:
        return [by_name[name] for name in sorter.static_order()]
    except CycleError as cycle:
        raise BuildError(f"The images ({', '.join(cycle.args[1])}) are built from each other.",
                         "one of their `from` lines should name a base image.") from None


def _known(spec: Spec, by_name: dict[str, Spec], in_store: set[str]) -> None:
    if spec.parent and spec.parent not in by_name and spec.parent not in in_store:
        raise BuildError(f"The image ({spec.name}) is built from ({spec.parent}), which is neither given nor in the store.",
                         f"give its spec too, or use one of [{', '.join(sorted(by_name.keys() | in_store))}].")
