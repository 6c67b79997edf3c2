"""Runs a program to its end, or ends it when the bench is interrupted."""
import os
import signal
import subprocess

from .errors import BenchError
from .interrupts import undisturbed

_END_LIMIT_S = 20
_SHOWN_CHARACTERS = 800


def run(command: list[str], name: str, text: str = "") -> str:
    """Its standard output. The terminal's Ctrl-C does not reach it: the bench stops it in order, together with its children."""
    with undisturbed():
        program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   start_new_session=True)
    try:
        said, wrong = program.communicate(text)
    except BaseException:
        with undisturbed():
            _end(program)
        raise
    if program.returncode != 0:
        raise BenchError(f"{name} ended with code {program.returncode}: {(wrong or said).strip()[-_SHOWN_CHARACTERS:]}",
                         "run it by hand to see more.")
    return said


def _end(program: subprocess.Popen) -> None:
    if program.poll() is not None:
        return
    os.killpg(program.pid, signal.SIGINT)
    try:
        program.wait(_END_LIMIT_S)
    except subprocess.TimeoutExpired:
        os.killpg(program.pid, signal.SIGKILL)
        program.wait()
