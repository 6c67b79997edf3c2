"""Drives a headless Chromium over a pipe (its own protocol, no driver to install): clicks, waits, takes pictures."""
from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-pipe")


class Browser:
    """One page of one browser; everything of it is gone at the end of the `with`."""

    def __init__(self, width: int = 1280, height: int = 900) -> None:
        self._size, self._ids, self._session = (width, height), itertools.count(1), None
        self.errors: list[str] = []

    def __enter__(self) -> "Browser":
        self._home = tempfile.mkdtemp(prefix="sock-shop-browser-")
        to_browser, from_browser = os.pipe(), os.pipe()
        size = f"--window-size={self._size[0]},{self._size[1]}"
        self._process = subprocess.Popen(
            [CHROMIUM, *FLAGS, size, f"--user-data-dir={self._home}", "about:blank"], close_fds=False,
            preexec_fn=_pipes(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser[0])
        os.close(from_browser[1])
        self._out, self._in, self._rest = to_browser[1], from_browser[0], b""
        self._watchdog = threading.Timer(600, self._process.kill)
        self._watchdog.start()
        target = self._ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        self._session = self._ask("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._ask(f"{domain}.enable", {})
        return self

    def __exit__(self, *_: object) -> None:
        self._watchdog.cancel()
        self._process.terminate()
        self._process.wait()
        os.close(self._out)
        os.close(self._in)
        shutil.rmtree(self._home, ignore_errors=True)

    def open(self, url: str) -> None:
        self._ask("Page.navigate", {"url": url})
        self._until("Page.loadEventFired")

    def run(self, script: str) -> object:
        """The value of a JavaScript expression in the page."""
        return self._ask("Runtime.evaluate", {"expression": script, "returnByValue": True})["result"].get("value")

    def submit(self, script: str) -> None:
        """Runs a script that leaves the page, and waits for the next one."""
        self.run(script)
        self._until("Page.loadEventFired")

    def picture(self, path: Path) -> None:
        """The whole page as PNG."""
        shot = self._ask("Page.captureScreenshot", {"captureBeyondViewport": True})
        path.write_bytes(base64.b64decode(shot["data"]))

    def _ask(self, method: str, values: dict) -> dict:
        number = next(self._ids)
        question = {"id": number, "method": method, "params": values} | ({"sessionId": self._session} if self._session else {})
        os.write(self._out, json.dumps(question).encode() + b"\0")
        while True:
            message = self._next()
            if message.get("id") == number:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['error']['message']}")
                return message["result"]

    def _until(self, event: str) -> None:
        while self._next().get("method") != event:
            pass

    def _next(self) -> dict:
        while b"\0" not in self._rest:
            read = os.read(self._in, 65536)
            if not read:
                raise AssertionError("The browser ended before it answered.")
            self._rest += read
        text, self._rest = self._rest.split(b"\0", 1)
        message = json.loads(text)
        if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
            self.errors.append(json.dumps(message["params"]))
        return message


def _pipes(to_browser: tuple[int, int], from_browser: tuple[int, int]):
    """In the child: 3 and 4 are what Chromium reads from and writes to."""
    def wire() -> None:
        reading, writing = os.dup(to_browser[0]), os.dup(from_browser[1])
        high = [os.dup2(reading, 103), os.dup2(writing, 104)]
        os.dup2(high[0], 3)
        os.dup2(high[1], 4)
        os.closerange(5, 256)
    return wire
