"""measure: repetitions are added to the result file one by one, so that an end in between loses only the one under way.
report: prints it."""
import argparse
import json
import os
import re
import sys
from dataclasses import replace
from pathlib import Path as File

from . import comparison, inputs, measuring, paper, rendering
from .inputs import Description
from .paper import Figure

_EXIT_ERROR = 1


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    description = inputs.bed()
    figures = _wanted(options, paper.figures(description))
    if not figures:
        print(f"No figure ({options.only or 'any'}) has a path like ({options.match}).\n"
              f"    Maybe use of {', '.join(each.id for each in paper.figures(description))}.", file=sys.stderr)
        return _EXIT_ERROR
    try:
        if options.verb == "measure":
            _measure(options, description, figures)
        return _report(options, description, figures)
    except measuring.Unmeasured as error:
        print(error, file=sys.stderr)
        return _EXIT_ERROR


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="caravan nornet",
        description="The measurements of the MELODIC paper on NorNet, taken by Caravan.")
    parser.add_argument("verb", choices=("measure", "report", "inputs"))
    parser.add_argument("--repetitions", type=int, default=3, help="of everything; the paper has at least 16 (3)")
    parser.add_argument("--only", metavar="FIGURES", help="figures, as fig6,table3; all if left out")
    parser.add_argument("--match", default="", help="only paths like this, as 'Broadnet/ipv4 -> simula.Uninett' (a regular expression)")
    parser.add_argument("--flows", choices=("all", "fast", "slow"), default="all",
                        help="only those that are sent alone, or only those that are sent at the same time (all)")
    parser.add_argument("--quick", action="store_true",
        help="short flows, none taken again: to see that all works, deep queues are not full by then")
    parser.add_argument("--fresh", action="store_true", help="begin a new result; else repetitions are added to the one that is there")
    parser.add_argument("--out", type=File, default=File("data/nornet/result"),
        help="folder of result.json, result.csv, result.txt and charts")
    parser.add_argument("--no-charts", action="store_true",
        help="draw nothing; `measure --repetitions 0` draws the measurements of the last day")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    return parser


def _wanted(options: argparse.Namespace, figures: list[Figure]) -> list[Figure]:
    chosen = [figure for figure in figures if not options.only or figure.id in options.only.split(",")]
    narrowed = [replace(figure, paths=tuple(path for path in figure.paths if re.search(options.match, path.text()))) for figure in chosen]
    return [figure for figure in narrowed if figure.paths]


def _measure(options: argparse.Namespace, description: Description, figures: list[Figure]) -> None:
    options.out.mkdir(parents=True, exist_ok=True)
    file = options.out / "result.json"
    if options.fresh:
        file.unlink(missing_ok=True)
    result = _result(file)
    paths = list(dict.fromkeys(path for figure in figures for path in figure.paths))
    for number in range(options.repetitions):
        _say(f"repetition {number + 1} of {options.repetitions}, {len(paths)} paths, load {os.getloadavg()[0]:.1f}")
        before = list(result["repetitions"])

        def keep(found: dict) -> None:
            result["repetitions"] = [*before, found | {"commit": os.environ.get("CARAVAN_COMMIT", "unknown")}]
            file.write_text(json.dumps(result, indent=1) + "\n")

        measuring.repetition(description, paths, options.flows, options.quick, keep, _say)
        for fault in result["repetitions"][-1]["faults"]:
            _say(fault)
    if not options.no_charts:
        _charts(options.out, figures)


def _charts(folder: File, figures: list[Figure]) -> None:
    """Of all that was measured in the last day, drawn by the server; tables have none."""
    for source, target in dict.fromkeys((figure.paths[0].source.split(".")[0], figure.paths[0].target.split(".")[0])
                                        for figure in figures if figure.id.startswith("fig")):
        for quantity in ("throughput", "loaded-rtt"):
            measuring.chart(source, target, quantity, "24h", folder / f"{source}-{target}-{quantity}.svg")


def _report(options: argparse.Namespace, description: Description, figures: list[Figure]) -> int:
    if options.verb == "inputs":
        print(rendering.inputs_table(description))
        return 0
    result = _result(options.out / "result.json")
    compared = [(figure, comparison.rows(description, figure, result["repetitions"])) for figure in figures]
    text = "\n".join([_head(result), "", rendering.EXPLANATION, "", rendering.table(compared), rendering.deviations(compared), "",
                      rendering.inputs_table(description), ""])
    if options.out.is_dir():
        (options.out / "result.txt").write_text(text)
        (options.out / "result.csv").write_text(rendering.csv_text(compared))
    print(json.dumps(result, indent=1) if options.json else text)
    return 0


def _head(result: dict) -> str:
    repetitions = result["repetitions"]
    if not repetitions:
        return "Nothing was measured yet."
    return "\n".join(["Measured on the EMULATED test bed by Caravan's probes (ping, NetPerfMeter, CUBIC), one repetition a line:"] + [
        f"  {each['began']}  {len(each['paths'])} paths, {each['sentBytes'] / 1e6:.0f} MB, load {_range(each['load'])}, "
        f"commit {each['commit']}, "
        f"{len(each['faults'])} faults{_again(each['paths'])}" for each in repetitions])


def _again(paths: list[dict]) -> str:
    """Flows that were taken once more since the lines had stood still, and the paths for which that did not help."""
    again = sum(each.get("takes", 1) - 1 for each in paths)
    still = sum(1 for each in paths if each.get("takes", 1) > 1 and measuring.disturbed(each))
    return f", {again} flows taken again, {still} paths disturbed all the same" if again else ""


def _range(values: list[float]) -> str:
    return f"{min(values)} to {max(values)}"


def _result(file: File) -> dict:
    return json.loads(file.read_text()) if file.exists() else {"repetitions": []}


def _say(text: str) -> None:
    print(f"nornet: {text}", file=sys.stderr, flush=True)
