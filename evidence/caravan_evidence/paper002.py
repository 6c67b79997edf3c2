"""qCon (Hong et al., Sensors 2018): bandwidth between containers of one node. Figures 3 and 7 to 12, Table 1,
and what the paper leaves out."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

from . import drr
from .report import Row, Report
from .uplink import CAPACITY, FRAME, FRAME_OF_DATAGRAM, TARGET, Claim, Uplink, water_fill

APPROACHES = {"uncontrolled": "no control", "static_htb": "static HTB", "ours": "Caravan"}
DRR = "DRR"  # in a virtual machine; only cases with shares alone
SETTLING_S = 1.0
STARTING_S = 3.0  # until all senders are connected


@dataclass(frozen=True)
class Case:
    figure: str
    name: str
    claims: list[Claim]
    paper: str = ""
    active: int = 0  # copies that send; 0: all
    quick: bool = True
    datagrams: bool = False  # each copy floods with UDP, instead of one TCP connection

    @property
    def senders(self) -> int:
        return self.active or len(self.claims)

    @property
    def has_only_shares(self) -> bool:
        return not any(claim.min or claim.max for claim in self.claims)

    def expected(self) -> list[float]:
        return water_fill(self.claims[:self.senders])


def shares(*weights: float, least: tuple[float, ...] = (), most: tuple[float, ...] = ()) -> list[Claim]:
    return [Claim(weight, least[index] if index < len(least) else 0, most[index] if index < len(most) else 0)
            for index, weight in enumerate(weights)]


RISING = (1, 2, 3, 4, 5)
EQUAL = (1, 1, 1, 1, 1)
LATE_S = 0.2  # of a receiver that writes every 0.1 s: a single second can then be off by a tenth, whatever copies send
CROWDS = (20, 50, 100)  # copies on one uplink
CROWD_S = 10  # shorter times would count what is in buffers
FLOOD_MBITS = "60"  # of each copy with datagrams: three are nearly twice the line
CASES = [
    Case("3", "3:2:1, TCP", shares(3, 2, 1), "equal (DRR)"),
    Case("3", "3:2:1, UDP", shares(3, 2, 1), "equal (DRR)", datagrams=True),
    Case("7", "1:1:1", shares(1, 1, 1), "equal"),
    Case("7", "1:2:3", shares(1, 2, 3), "C1 16, C3 43"),
    Case("7", "1:3:5", shares(1, 3, 5), "C3 = 5 x C1"),
    *(Case("8", f"{count} of 1:2:3:4:5", shares(*RISING), {1: "whole line", 5: "C2 12, C4 24"}.get(count, ""), count, count in (1, 3, 5))
      for count in range(1, 6)),
    Case("9", "C1 min 30", shares(*RISING, least=(30,)), "C1 31"),
    Case("9", "+ C2 min 20", shares(*RISING, least=(30, 20)), "C2 20", quick=False),
    Case("9", "+ C3 min 15", shares(*RISING, least=(30, 20, 15)), "C3 15", quick=False),
    Case("9", "+ C4 min 15", shares(*RISING, least=(30, 20, 15, 15)), "C4 15"),
    Case("10", "C1 max 10", shares(*EQUAL, most=(10,)), "C1 9-10"),
    Case("10", "+ C2 max 10", shares(*EQUAL, most=(10, 10)), "C2 10", quick=False),
    Case("10", "+ C3 max 15", shares(*EQUAL, most=(10, 10, 15)), "C3 15", quick=False),
    Case("10", "+ C4 max 25", shares(*EQUAL, most=(10, 10, 15, 25)), "C4 25, C5 34"),
    Case("11", "1:2:3, C1 min 30", shares(1, 2, 3, least=(30,)), "C1 31"),
    Case("11", "+ C3 max 15", shares(1, 2, 3, least=(30,), most=(0, 0, 15)), "C1, C2 rise"),
]


@dataclass
class Measured:
    rates: list[float]
    worst_second: float
    cpu: float = 0
    memory: float = 0
    machine: float = 0
    pause: float = 0  # of the receiver


def error(measured: list[float], expected: list[float]) -> float:
    """Greatest deviation of a copy in percent of what is due to it."""
    return max(abs(rate - due) / due * 100 for rate, due in zip(measured, expected))


def row(case: Case, approach: str, found: Measured) -> Row:
    expected = case.expected()
    return Row(f"Fig. {case.figure}", case.name, approach, [round(rate, 1) for rate in found.rates], [round(rate, 1) for rate in expected],
               case.paper, error(found.rates, expected), found.worst_second)


def measure(uplink: Uplink, case: Case, seconds: float) -> Measured:
    """With the approach that the uplink has now."""
    before = uplink.cost()
    begin = time.monotonic() + STARTING_S
    words = ("udp" if case.datagrams else "tcp", TARGET, str(begin), str(seconds + 0.5))
    words += (FLOOD_MBITS,) if case.datagrams else ()
    frame = FRAME_OF_DATAGRAM if case.datagrams else FRAME
    senders = [uplink.start(uplink.namespace(number + 1), *words) for number in range(case.senders)]
    first = begin  # the goal is from the first second on
    time.sleep(max(0.0, first - time.monotonic()))
    busy, since = uplink.busy(), time.monotonic()
    for sender in senders:
        sender.wait()
    machine = (uplink.busy() - busy) / (time.monotonic() - since) * 100
    after = uplink.cost()
    rates = uplink.rates(first, first + seconds, frame)[:case.senders]
    expected = case.expected()
    each = [error(uplink.rates(first + second, first + second + 1, frame)[:case.senders], expected) for second in range(int(seconds))]
    return Measured(rates, max(each), (after[0] - before[0]) / (time.monotonic() - begin + STARTING_S) * 100, after[1], machine,
                    uplink.longest_pause(first, first + seconds))


def flood(uplink: Uplink, approach: str) -> tuple[float, float]:
    """Mbit/s of a copy with a minimum of 30, and round-trip time of a third copy, beside 200 Mbit/s of datagrams."""
    getattr(uplink, approach)([Claim(1, 30), Claim(), Claim()])
    begin = time.monotonic() + STARTING_S
    senders = [uplink.start(uplink.namespace(1), "tcp", TARGET, str(begin), "6"),
               uplink.start(uplink.namespace(2), "udp", TARGET, str(begin), "6", "200")]
    begin += SETTLING_S
    time.sleep(max(0.0, begin - time.monotonic()))
    ping = uplink.ping(3, 30)
    time.sleep(max(0.0, begin + 3.5 - time.monotonic()))
    rate = uplink.rates(begin, begin + 3)[0]
    for sender in senders:
        sender.wait()
    return rate, ping


def crowd(uplink: Uplink, copies: int) -> Measured:
    """All copies with equal shares send, one TCP connection each. The program starts before the senders, which take most of the time."""
    uplink.ours([Claim()] * copies)
    starting = 10 + copies * 0.3
    begin = time.monotonic() + starting
    senders = [uplink.start(uplink.namespace(number + 1), "tcp", TARGET, str(begin), str(CROWD_S + 3 * SETTLING_S + 0.5))
               for number in range(copies)]
    first = begin + 3 * SETTLING_S
    time.sleep(max(0.0, first - time.monotonic()))
    before, since = uplink.cost(), time.monotonic()
    time.sleep(CROWD_S)
    after, passed = uplink.cost(), time.monotonic() - since
    for sender in senders:
        sender.wait()
    rates = uplink.rates(first, first + CROWD_S)[:copies]
    return Measured(rates, 0, (after[0] - before[0]) / passed * 100, after[1])


def reaction(uplink: Uplink) -> tuple[float, float]:
    """Seconds until a copy that begins has 90 % of its half, and until the other has 95 % of the line again after its end."""
    uplink.ours([Claim(), Claim()])
    start = time.monotonic() + STARTING_S
    begin, end = start + 3, start + 6
    senders = [uplink.start(uplink.namespace(1), "tcp", TARGET, str(start), "10"),
               uplink.start(uplink.namespace(2), "tcp", TARGET, str(begin), str(end - begin))]
    for sender in senders:
        sender.wait()
    half = CAPACITY / 2e6

    def reached(from_time: float, number: int, rate: float) -> float:
        for step in range(60):
            at = from_time + step * 0.1
            if uplink.rates(at, at + 0.3)[number] >= rate:
                return at - from_time + 0.1
        return float("nan")

    return reached(begin, 1, 0.9 * half), reached(end, 0, 0.95 * CAPACITY / 1e6)


def run(report: Report, shaper, quick: bool) -> None:
    seconds = 4 if quick else 10
    cases = [case for case in CASES if case.quick or not quick]
    report.inputs(
        f"uplink of {CAPACITY / 1e6:.0f} Mbit/s, frames counted (payload of TCP is 0.956 of it); copies are namespaces behind a bridge",
        f"{len(cases)} cases, {seconds} s each from the first byte on, one TCP connection per copy, blocks of 16 KiB, "
        f"or {FLOOD_MBITS} Mbit/s of datagrams",
        "expected: water-filling; error: greatest deviation of one copy, mean over the time; worst second: the same for single seconds",
        "static HTB: minimum as rate, maximum as ceiling, share as quantum of whole frames",
        "DRR: share as quantum of whole frames, below a token bucket of the line's rate, in a virtual machine between bridge and uplink",
        "figure 12: processor time of all work of the machine, also of other programs, in percent of one core, with the cases of figure 8")
    with Uplink(shaper, 5) as uplink:
        worst = {approach: 0.0 for approach in APPROACHES}
        least = 0
        cpu, memory = [], 0.0
        lacking, accelerators = None, set()
        delayed, full = 0, False
        for case in cases:
            expected = case.expected()
            errors, machine = {}, []
            for approach in APPROACHES:
                report.progress(f"figure {case.figure}, {case.name}, {APPROACHES[approach]}")
                getattr(uplink, approach)(case.claims)
                found = measure(uplink, case, seconds)
                errors[approach] = error(found.rates, expected)
                machine.append(f"{APPROACHES[approach]} {found.machine:.0f} %")
                worst[approach] = max(worst[approach], errors[approach])
                if approach == "ours":
                    cpu.append(found.cpu)
                    memory = max(memory, found.memory)
                delayed += found.pause > LATE_S
                full |= case.figure == "8" and found.machine > 98 * (os.cpu_count() or 1)
                report.row(row(case, APPROACHES[approach], found))
            if lacking is None and case.has_only_shares and (case.figure == "3" or not quick):
                report.progress(f"figure {case.figure}, {case.name}, {DRR}")
                try:
                    with drr.Machine(uplink, case.claims) as between:
                        found = measure(uplink, case, seconds)
                        accelerators.add(between.accelerator)
                    errors[DRR] = error(found.rates, expected)
                    report.row(row(case, DRR, found))
                except drr.Missing as why:
                    lacking = str(why)
            least += errors["ours"] == min(errors.values())
            if case.figure == "8":
                report.figure(f"Fig. 12: processor of the machine, {case.senders} of 5 copies", ", ".join(machine),
                              "qCon lowest, Linux TC highest")
        for approach in APPROACHES:
            report.progress(f"flood and Table 1, {APPROACHES[approach]}")
            getattr(uplink, approach)([Claim(), Claim(), Claim()])
            report.figure(f"Table 1: ping of 64 B, idle, {APPROACHES[approach]}", f"{uplink.ping(1):.2f} ms", "0.5 to 0.6 ms")
            rate, ping = flood(uplink, approach)
            flooded = f"UDP flood of 200 Mbit/s, {APPROACHES[approach]}"
            report.figure(f"{flooded}: a copy with minimum 30", f"{rate:.1f} Mbit/s", "not measured")
            report.figure(f"{flooded}: ping of another copy", f"{ping:.2f} ms", "not measured")
        report.progress("reaction")
        begins, ends = reaction(uplink)
        report.figure("a copy that begins has 90 % of its half after", f"{begins:.1f} s", "not measured")
        report.figure("the other has 95 % of the line after its end", f"{ends:.1f} s", "not measured")
        report.figure("processor of the allocator, mean over cases", f"{sum(cpu) / len(cpu):.2f} % of a core", "Fig. 12: lowest of three")
        report.figure("memory of the allocator", f"{memory:.1f} MiB", "not measured")
        report.figure("greatest error", ", ".join(f"{APPROACHES[approach]} {value:.1f} %" for approach, value in worst.items()), "12 %")
        report.figure("cases in which Caravan has the least error", f"{least} of {len(cases)}", "")
    with Uplink(shaper, max(CROWDS)) as uplink:
        for copies in CROWDS:
            report.progress(f"{copies} copies")
            found = crowd(uplink, copies)
            due = CAPACITY / 1e6 / copies
            report.figure(f"{copies} copies that send: greatest deviation of one copy, {CROWD_S} s",
                          f"{error(found.rates, [due] * copies):.1f} % (sum {sum(found.rates):.1f} Mbit/s)", "not measured")
            report.figure(f"{copies} copies that send: the allocator", f"{found.cpu:.2f} % of a core, {found.memory:.1f} MiB",
                          "not measured")
    if delayed:
        report.doubt(f"the receiver was delayed by more than {LATE_S} s in {delayed} measurements: "
                     "their worst seconds are not of the approach alone")
    if full:
        report.doubt("figure 12 is invalid: with other work, all processors were busy the whole time")
    if "tcg" in accelerators:
        report.doubt("DRR ran on an emulated processor (no KVM): what its copies lack in sum is of the emulation")
    report.left_out(*([f"DRR: SKIPPED, {lacking}"] if lacking else []),
                    *(["DRR in figures 7 and 8 (without --quick)"] if quick else []),
                    "DRR in figures 9 to 11: it has no minima or maxima")
