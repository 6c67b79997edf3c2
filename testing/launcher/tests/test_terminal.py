"""What reaches a real terminal of the output of copies, nodes and other users: no control character but line feed and tab, and our own
colours.

Needs CARAVAN_REAL=1 and a built command line client; a server that answers hostile texts runs in the test.
"""
from __future__ import annotations

import http.server
import json
import os
import pty
import re
import select
import subprocess
import threading
import time
import unicodedata
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
JAR = HOME / "cli/target/caravan-cli-0.1.0-SNAPSHOT.jar"
# Clear the screen, set the title, write the clipboard, a colour, C1, backspaces, an overwritten line, shift-out, bidirectional text, a
# query that the terminal would answer.
HOSTILE = "\x1b[2J\x1b]0;owned\x07\x1b]52;c;cm0gLXJm\x07\x1b[31mred\x9b2J\b\b\rover\x0e\x7f\u202eevil\u2066\u2028\x1b[6n\x1bPq\x00"
OURS = re.compile("\x1b\\[[0-9;]*m|\r\x1b\\[K|\r\n")
BIDIRECTIONAL = set(map(chr, [0x200E, 0x200F, 0x061C, *range(0x2028, 0x202F), *range(0x2066, 0x206A)]))
WAIT_S = 300


class Answers(http.server.BaseHTTPRequestHandler):
    """The same hostile record for everything, with what logs and commands answer in it."""

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        self.rfile.read(length)
        names = ("id", "name", "application", "hostId", "siteId", "component", "instance", "message", "error", "lastError", "detail",
                 "digest", "version", "planId", "reason")
        record: dict[str, object] = {name: HOSTILE for name in names}
        record |= {"state": "RUNNING", "lines": [HOSTILE, "second line"], "output": HOSTILE, "errorOutput": HOSTILE, "exitCode": 0,
                   "cut": False, "timedOut": False}
        record["instances"] = [{name: HOSTILE for name in names} | {"state": "RUNNING"}]
        body = json.dumps([record] if self.path.endswith(("/applications", "/nodes")) else record).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_message(self, *_: object) -> None:
        pass


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: a terminal shows the output of the built client, and CARAVAN_REAL=1")
class TerminalTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def shown(self, *words: str, stdin_is_terminal: bool = True, only_errors: bool = False, until: bytes = b"") -> str:
        """Everything that the command sends to a terminal: output and errors, or errors only; until it ends or has shown a text."""
        ours, its = pty.openpty()
        command = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", str(JAR), *words]
        environment = {**os.environ, "CARAVAN_SERVER": f"http://127.0.0.1:{self.server.server_address[1]}",
                       "CARAVAN_TOKEN": "caravan_test", "TERM": "xterm-256color"}
        shown = b""
        with subprocess.Popen(command, env=environment, stdin=its if stdin_is_terminal else subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL if only_errors else its, stderr=its) as process:
            os.close(its)
            end = time.monotonic() + WAIT_S
            try:
                while time.monotonic() < end and select.select([ours], [], [], end - time.monotonic())[0]:
                    part = os.read(ours, 4096)
                    if not part:
                        break
                    shown += part
                    if until and until in shown:
                        break
            except OSError:
                pass  # a terminal that nobody writes to any more
            finally:
                os.close(ours)
                process.terminate()
        return shown.decode()

    def assert_harmless(self, shown: str) -> None:
        left = OURS.sub("", shown)
        controls = {hex(ord(sign)) for sign in left if sign not in "\n\t" and (unicodedata.category(sign) == "Cc" or sign in BIDIRECTIONAL)}
        self.assertEqual(set(), controls, ascii(shown))
        self.assertNotIn("\x1b[31mred", shown, "a colour of the copy itself")

    def test_logs(self) -> None:
        for terminal in (True, False):
            with self.subTest(stdin_is_terminal=terminal):
                shown = self.shown("logs", "shop/web:1", stdin_is_terminal=terminal)
                self.assertIn("\\u001b[2J", shown)
                self.assertIn("second line", shown)
                self.assert_harmless(shown)

    def test_followed_logs(self) -> None:
        shown = self.shown("logs", "shop/web:1", "--follow", until=b"second line")
        self.assertIn("\\u001b[2J", shown)
        self.assert_harmless(shown)

    def test_exec(self) -> None:
        shown = self.shown("exec", "shop/web:1", "--", "true")
        self.assertEqual(2, shown.count("\\u001b[2J"), "output and errors")
        self.assert_harmless(shown)

    def test_errors_of_a_command_whose_output_is_piped(self) -> None:
        shown = self.shown("exec", "shop/web:1", "--", "true", only_errors=True)
        self.assertEqual(1, shown.count("\\u001b[2J"))
        self.assert_harmless(shown)

    def test_status_and_lists(self) -> None:
        for words in (("status",), ("status", "shop"), ("node", "list"), ("logs", "shop/web:1", "--json")):
            with self.subTest(words=words):
                self.assert_harmless(self.shown(*words))

    def test_raw_is_a_wish(self) -> None:
        self.assertIn("\x1b[2J", self.shown("logs", "shop/web:1", "--raw"))


if __name__ == "__main__":
    unittest.main()
