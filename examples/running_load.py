"""Requests of the shop's load generator until they are ended. Tests of the examples share it."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import time

LIMIT_S = 300  # for a machine that is stuck


class RunningLoad:
    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        # Its lines go to files: a pipe that nothing reads would stop the load itself.
        self._output, self._live = tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+")
        self._process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=self._output, stderr=self._live,
                                         text=True, start_new_session=True)

    def end(self) -> dict:
        """Figures of the load; requests under way are awaited."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
        end = time.monotonic() + LIMIT_S
        # The process that is known enters the network namespace, and can end before the load that it started.
        while not self._all(self._output).rstrip().endswith("}"):
            if time.monotonic() > end:
                raise AssertionError("the load printed no figures: " + self._all(self._live)[-2000:])
            time.sleep(0.05)
        self._process.wait(LIMIT_S)
        output = self._all(self._output)
        self._output.close()
        self._live.close()
        return json.loads(output[output.index("{"):])

    @staticmethod
    def _all(file) -> str:
        file.seek(0)
        return file.read()
