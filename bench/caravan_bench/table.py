"""The text of the figures. Pure."""
from .figures import Figures, Probing, Spread

PARTS = {"server": "Server start and plans", "container": "Container until its first answer", "probes": "Probes"}
_LABEL = 48


def table(figures: Figures) -> str:
    """Lines of at most 100 characters for paths of usual length; ends with a line break."""
    lines = [f"{name:<9} {value}" for name, value in figures.machine.items()]
    lines += ["", f"{'':<{_LABEL}}{'median':>12}{'least':>12}{'most':>12}{'times':>7}"]
    lines += _spread("server: start to first healthy answer", figures.start_millis, _millis)
    lines += _spread("server: memory (RSS) at that moment", figures.start_rss_bytes, _size)
    lines += _spread("plan of the sock shop: first of a server", figures.plan_cold_millis, _millis)
    lines += _spread("plan of the sock shop: warm", figures.plan_warm_millis, _millis)
    lines += _spread("container: CREATE begins to CONFIRM ends", figures.container_millis, _millis)
    lines += _spread("container: raw lxc-start to port answers", figures.raw_millis, _millis)
    if figures.ratio is not None:
        lines.append(f"{'container: Caravan / raw':<{_LABEL}}{figures.ratio:>12.2f}")
    if figures.probing is not None:
        lines += ["", *_probing(figures.probing)]
    return "\n".join(lines + _missing(figures)) + "\n"


def _spread(label: str, spread: Spread | None, unit) -> list[str]:
    if spread is None:
        return []
    cells = [unit(spread.median)]
    cells += [unit(min(spread.values)), unit(max(spread.values))] if len(spread.values) > 1 else ["", ""]
    return [f"{label:<{_LABEL}}" + "".join(f"{cell:>12}" for cell in cells) + f"{len(spread.values):>7}"]


def _probing(probing: Probing) -> list[str]:
    width = max([_LABEL, *(len(pair.path) + 4 for pair in probing.costliest())])
    lines = [_cost("probes (standard): whole run", width, probing.sent_bytes, probing.seconds),
             _cost(f"probes: mean of {len(probing.pairs)} pairs", width, probing.mean_bytes, probing.mean_seconds)]
    lines += [_cost(f"  {pair.path}", width, pair.bytes, pair.seconds) for pair in probing.costliest()]
    if probing.faults:
        lines.append(f"probes: {probing.faults} failed")
    return lines


def _missing(figures: Figures) -> list[str]:
    lines = [f"{PARTS[part]}: SKIPPED: {reason}" for part, reason in figures.skipped.items()]
    lines += [f"{PARTS[part]}: FAILED: {reason}" for part, reason in figures.failed.items()]
    return ["", *lines] if lines else []


def _cost(label: str, width: int, size: float, seconds: float) -> str:
    return f"{label:<{width}}{_size(size):>12}{f'{seconds:.1f} s':>12}"


def _millis(value: float) -> str:
    return f"{value:.0f} ms" if value >= 100 else f"{value:.1f} ms"


def _size(value: float) -> str:
    """Powers of ten, as throughput is counted."""
    for unit, factor in (("MB", 1e6), ("kB", 1e3)):
        if value >= factor:
            scaled = value / factor
            return f"{scaled:.0f} {unit}" if scaled >= 100 else f"{scaled:.1f} {unit}"
    return f"{value:.0f} B"
