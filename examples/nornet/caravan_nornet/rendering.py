"""Pure: the result as text, for a terminal and for the README, and as CSV."""
import csv
import io

from . import inputs
from .comparison import TOLERANCE, Measured, Row, agrees
from .inputs import Description
from .paper import Figure, Said

_SCENARIOS = {1: "Scenario 1: NorNet Core and Simula private cloud", 2: "Scenario 2: Simula private cloud and Amazon AWS",
              3: "Scenario 3: NorNet Core and Amazon AWS"}
_HEADER = ("from -> to", "IP", "paper", "implied", "measured", "paper", "implied", "measured", "idle", "limit")
_WIDTHS = (37, 4, 12, 8, 14, 12, 8, 16, 7, 28)
EXPLANATION = f"""\
Throughput is TCP payload in Mbit/s, RTT is that of echo requests during the flow in ms; \
± is half the 95 % confidence interval of the mean over
repetitions. paper: its text and Tables II to IV (its bars have no numbers); \
implied: computed from the emulated inputs below and a window that
grows by CUBIC; measured: by Caravan's own probes. idle: echo without a flow. limit: the input that the throughput follows from.
! more than {TOLERANCE:.0%} from what the inputs imply.  ≠ more than {TOLERANCE:.0%} from the paper's number, or outside of its bound."""


def table(figures: list[tuple[Figure, list[Row]]]) -> str:
    lines, scenario = [], 0
    for figure, rows in figures:
        if figure.scenario != scenario:
            scenario = figure.scenario
            lines += [f"== {_SCENARIOS[scenario]} =="]
        lines += ["", figure.title, _line(("", "", "Mbit/s", "", "", "RTT ms", "", "", "", "")), _line(_HEADER), *map(_row, rows), ""]
    return "\n".join(line.rstrip() for line in lines)


def deviations(figures: list[tuple[Figure, list[Row]]]) -> str:
    """Where the measured is not what the inputs imply, or not what the paper says; and how many were compared."""
    rows = [row for _, each in figures for row in each if row.mbps is not None]
    implied = [(row, what, off) for row in rows for what, off in (("throughput", row.off_throughput()),
        ("RTT under load", row.off_loaded()))]
    far = [(row, what, off) for row, what, off in implied if off is not None and abs(off) > TOLERANCE]
    said = [(row, what, measured, number) for row in rows
            for what, measured, number in (("throughput", row.mbps, row.paper_mbps),
                ("RTT under load", row.loaded_ms, row.paper_ms)) if number]
    unlike = [(row, what, measured, number) for row, what, measured, number in said if not agrees(measured, number)]
    lines = [f"{len(implied) - len(far)} of {len(implied)} figures are within {TOLERANCE:.0%} of what the inputs imply; not so:"]
    lines += [f"  {row.path.text():<66} {what}: {off:+.0%}{_stalled(row)}" for row, what, off in far] or ["  none"]
    lines += [
        f"{len(said) - len(unlike)} of {len(said)} numbers of the paper are met within {TOLERANCE:.0%} or within their bound; not so:"]
    lines += [f"  {row.path.text():<66} {what}: {_number(measured.mean)}, paper {number.text}" for row, what, measured,
        number in unlike] or ["  none"]
    missing = [row.path.text() for _, each in figures for row in each if row.mbps is None]
    return "\n".join(lines + ([f"not measured: {len(missing)}", *(f"  {text}" for text in missing)] if missing else []))


def inputs_table(description: Description) -> str:
    """Every emulated input, so that nobody takes one for a measurement."""
    lines = ["Emulated inputs (bed.toml), one direction each; up leaves the site:", "",
             f"{'line':<38} {'rate':>14} {'one-way delay':>14} {'queue':>8} {'full queue':>11}"]
    for line in inputs.lines(description):
        shape = line.shape
        lines.append(f"{line.name:<38} {shape.rate_bps / 1e6:>7g} Mbit/s {shape.delay_us / 1e3:>11g} ms {shape.queue_bytes / 1e3:>5g} kB "
                     f"{shape.queue_bytes * 8e3 / shape.rate_bps:>8.1f} ms")
    return "\n".join(lines + [f"{'NAT ' + each.id + ' window':<38} {each.window_bytes / 1e3:g} kB for connections opened by Amazon AWS"
                              for each in description.detours if each.window_bytes]
                     + [f"{'hosts of type ' + each.id:<38} TCP {'paced' if each.paced else 'not paced'}"
                        for each in description.host_types])


def csv_text(figures: list[tuple[Figure, list[Row]]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["figure", "from", "to", "family", "repetitions", "paper_mbps", "implied_mbps", "measured_mbps", "measured_mbps_ci95",
                     "paper_loaded_ms", "implied_loaded_ms", "measured_loaded_ms", "measured_loaded_ms_ci95", "implied_idle_ms",
                         "measured_idle_ms",
                     "limit", "stalled_share"])
    for figure, rows in figures:
        for row in rows:
            writer.writerow([figure.id, row.path.source, row.path.target, row.path.family, row.mbps.times if row.mbps else 0,
                _text(row.paper_mbps),
                             f"{row.expected.throughput_bps / 1e6:.3f}", *_pair(row.mbps), _text(row.paper_ms),
                                 f"{row.expected.loaded_rtt_ms:.2f}",
                             *_pair(row.loaded_ms), f"{row.expected.idle_rtt_ms:.2f}", _pair(row.idle_ms)[0], row.expected.bottleneck,
                             "" if row.stalled is None else f"{row.stalled:.4f}"])
    return out.getvalue()


def _row(row: Row) -> str:
    marks = [_marks(measured, off, number) for measured, off, number in (
        (row.mbps, row.off_throughput(), row.paper_mbps), (row.loaded_ms, row.off_loaded(), row.paper_ms))]
    return _line((f"{row.path.source} -> {row.path.target}", row.path.family[2:], _text(row.paper_mbps) or "-",
                  _number(row.expected.throughput_bps / 1e6), _with_interval(row.mbps) + marks[0], _text(row.paper_ms) or "-",
                  _number(row.expected.loaded_rtt_ms), _with_interval(row.loaded_ms) + marks[1],
                  _number(row.idle_ms.mean) if row.idle_ms else "-", row.expected.bottleneck))


def _stalled(row: Row) -> str:
    return "" if row.stalled is None else f", lines stood still for {row.stalled:.1%} of the time"


def _marks(measured: Measured | None, off: float | None, number: Said | None) -> str:
    far = "!" if off is not None and abs(off) > TOLERANCE else " "
    return far + ("≠" if measured is not None and number is not None and not agrees(measured, number) else " ")


def _line(cells: tuple[str, ...]) -> str:
    return " ".join(f"{cell:<{width}}" if left else f"{cell:>{width}}"
                    for cell, width, left in zip(cells, _WIDTHS, (True, True, *[False] * 7, True)))


def _with_interval(measured: Measured | None) -> str:
    if measured is None:
        return "-"
    return _number(measured.mean) + ("" if measured.half_width is None else f" ±{_number(measured.half_width)}")


def _number(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


def _text(said: Said | None) -> str:
    return "" if said is None else said.text


def _pair(measured: Measured | None) -> list[str]:
    if measured is None:
        return ["", ""]
    return [f"{measured.mean:.3f}", "" if measured.half_width is None else f"{measured.half_width:.3f}"]
