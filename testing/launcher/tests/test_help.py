"""Help of every command of the launcher: it ends with 0, writes no escape codes into pipes, and installs, builds, starts and writes
nothing.

The launcher runs in a copy of the checkout that was never built, with programs in its PATH that record each call instead of doing anything.
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
EFFECTS = ("apt-get", "mvn", "java", "javac", "npm", "setsid", "docker", "ip", "lxc-start", "curl", "jlink", "dpkg-deb", "git")
BENCHES = ("crash", "scale", "rules", "console", "load", "soak", "cli", "fleet", "faults", "planner", "partitions", "robustness",
           "samples", "roadef", "inner", "enumeration",
           "language", "estimator", "forecast", "filter", "prediction")
VERBS = {"bench": BENCHES, "testbed": ("up", "down", "degrade", "restore", "infrastructure"), "server": ("start", "stop", "status"),
         "modeller": ("build", "site", "test", "start"), "vscode": ("build", "test"), "package": ("cli", "debian", "image", "test"),
         "demo": ("down", "--simulated"), "test": ("--long", "--real", "--all"), "nornet": ("up", "down", "measure"),
         "influxdb": ("build",), "licences": ("sbom",)}


class HelpTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.home = self.folder / "home"
        self.home.mkdir()
        shutil.copy(HOME / "caravan", self.home)
        shutil.copytree(HOME / "launcher", self.home / "launcher")
        for part in ("examples", "executionware"):
            (self.home / part).symlink_to(HOME / part)
        self.calls = self.folder / "calls"
        programs = self.folder / "bin"
        programs.mkdir()
        for name in EFFECTS:
            program = programs / name
            program.write_text(f'#!/bin/sh\necho "{name} $*" >> {self.calls}\nexit 1\n')
            program.chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "CARAVAN_DATA": str(self.folder / "data"),
                            "TERM": "xterm-256color"}

    @staticmethod
    def commands() -> list[str]:
        """Those of the launcher's last case, so that a new command is tried too."""
        cases = (HOME / "caravan").read_text().rsplit("\ncase ", 1)[1]
        words = [word for line in re.findall(r"^  ([a-z|-]+)\)", cases, re.M) for word in line.split("|")]
        return [word for word in words if word not in ("help", "-h", "--help")]

    def test_help_has_no_effect(self) -> None:
        commands = self.commands()
        self.assertGreater(len(commands), 15, commands)
        lines = [[], ["plan"]] + [[command] for command in commands] + [[command, verb] for command, verbs in VERBS.items()
            for verb in verbs]
        for line in lines:
            for option in ("--help", "-h"):
                with self.subTest(line=line, option=option):
                    ended = subprocess.run([self.home / "caravan", *line, option], env=self.environment, stdin=subprocess.DEVNULL,
                                           capture_output=True,
                                           text=True, timeout=300, check=False)
                    self.assertEqual(0, ended.returncode, ended.stderr)
                    self.assertRegex(ended.stdout, r"(?i)usage:|server start|\./caravan demo")
                    self.assertNotIn("\x1b", ended.stdout + ended.stderr)
                    self.assertEqual("", ended.stderr)
                    self.assertFalse(self.calls.exists(), self.calls.exists() and self.calls.read_text())
        self.assertFalse((self.folder / "data").exists())
        self.assertEqual(["caravan", "examples", "executionware", "launcher"], sorted(path.name for path in self.home.iterdir()))

    def test_help_behind_two_dashes_belongs_to_another_program(self) -> None:
        asked = subprocess.run(["bash", "-c", 'source "$1"; asks_for_help exec web:1 -- ls --help', "-", HOME / "launcher" / "help.sh"],
                               check=False)
        self.assertEqual(1, asked.returncode)


if __name__ == "__main__":
    unittest.main()
