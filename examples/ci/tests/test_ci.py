"""The recipe run as a pipeline runs it: a real server with simulated hosts, and what stands for GitHub's interface of comments.

Needs CARAVAN_REAL=1, a built server, curl and jq.
"""
from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "modeling"))
from simulated_server import SimulatedServer  # noqa: E402 (the path must be set first)

HERE = HOME / "examples/ci"
MODELS = HOME / "examples/maven/notes/src/main/caravan"
MODEL = MODELS / "notes.caravan"


class SimulatedGitHub(BaseHTTPRequestHandler):
    """Comments of one pull request."""

    comments: list[dict] = []
    tokens: set[str] = set()

    def do_GET(self) -> None:
        self._answer(self.comments if self.path.startswith("/repos/me/shop/issues/7/comments") else [])

    def do_POST(self) -> None:
        self.comments.append({"id": len(self.comments) + 1, **self._body()})
        self._answer(self.comments[-1])

    def do_PATCH(self) -> None:
        found = self.comments[int(self.path.rsplit("/", 1)[1]) - 1]
        found.update(self._body())
        self._answer(found)

    def _body(self) -> dict:
        self.tokens.add(self.headers["Authorization"])
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def _answer(self, body: object) -> None:
        text = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        pass


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: a pipeline needs a built server, and CARAVAN_REAL=1")
class Pipeline(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory(prefix="caravan-ci-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.server = SimulatedServer(cls.folder)
        cls.addClassCleanup(cls.server.end)
        cls.server.measure()
        github = ThreadingHTTPServer(("127.0.0.1", 0), SimulatedGitHub)
        cls.addClassCleanup(github.server_close)
        cls.addClassCleanup(github.shutdown)
        threading.Thread(target=github.serve_forever, daemon=True).start()
        event = cls.folder / "event.json"
        event.write_text('{"pull_request": {"number": 7}}')
        cls.environment = {**os.environ, "CARAVAN": str(HOME / "caravan"), "CARAVAN_SERVER": cls.server.url,
                           "CARAVAN_TOKEN": cls.token("deployer"),
                           "GITHUB_TOKEN": "planted", "GITHUB_REPOSITORY": "me/shop", "GITHUB_EVENT_PATH": str(event),
                           "GITHUB_API_URL": f"http://127.0.0.1:{github.server_port}",
                           "GITHUB_STEP_SUMMARY": str(cls.folder / "summary.md")}

    @classmethod
    def token(cls, role: str) -> str:
        return cls.server.caravan("token", "create", "pipeline", "--role", role).strip()

    def setUp(self) -> None:
        SimulatedGitHub.comments.clear()

    def run_ci(self, *words: object, **more: str) -> subprocess.CompletedProcess:
        return self.run_program([str(HERE / "caravan-ci"), *map(str, words)], **more)

    def run_program(self, command: list[str], **more: str) -> subprocess.CompletedProcess:
        return subprocess.run(command, env={**self.environment, **more}, capture_output=True, text=True, timeout=300,
                              stdin=subprocess.DEVNULL, check=False)

    def test_1_a_change_is_told_in_one_comment(self) -> None:
        first = self.run_ci("plan", MODEL)
        self.assertEqual(0, first.returncode, first.stderr)
        self.assertIn("### Caravan would change notes", first.stdout)
        self.assertIn("```diff\n+ instance", first.stdout.replace("```diff\n  ", "```diff\n"))
        again = self.run_ci("plan", MODEL)
        self.assertEqual(0, again.returncode, again.stderr)
        self.assertEqual(1, len(SimulatedGitHub.comments), "the comment of the first run is kept up to date")
        self.assertEqual("<!-- caravan plan -->\n" + again.stdout.rstrip("\n"), SimulatedGitHub.comments[0]["body"])
        self.assertEqual({"Bearer planted"}, SimulatedGitHub.tokens)
        self.assertIn("### Caravan would change notes", (self.folder / "summary.md").read_text())

    def test_2_a_mistake_fails_and_is_told(self) -> None:
        broken = self.folder / "broken.caravan"
        broken.write_text(MODEL.read_text().replace("component ", "komponent ", 1))
        done = self.run_ci("plan", broken)
        self.assertEqual(1, done.returncode)
        self.assertIn("### Caravan refuses this model", SimulatedGitHub.comments[0]["body"])
        self.assertIn("komponent", SimulatedGitHub.comments[0]["body"])

    def test_2_a_wrong_command_line_is_no_plan_without_changes(self) -> None:
        done = self.run_ci("plan", "--aplication", "notes", MODEL)
        self.assertEqual(1, done.returncode, done.stdout)
        self.assertIn("Unknown option", SimulatedGitHub.comments[0]["body"])

    def test_3_a_plan_that_is_too_dear_fails(self) -> None:
        done = self.run_ci("plan", MODEL, CARAVAN_MOST_COST="0.5")
        self.assertEqual(3, done.returncode, done.stdout)
        self.assertIn("CARAVAN_MOST_COST (0.5)", done.stderr)
        self.assertIn("would change", SimulatedGitHub.comments[0]["body"], "told all the same")

    def test_4_without_a_pull_request_nothing_is_sent(self) -> None:
        done = self.run_ci("plan", MODEL, GITHUB_EVENT_PATH="")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual([], SimulatedGitHub.comments)

    def test_5_who_may_only_look_cannot_deploy(self) -> None:
        done = self.run_ci("deploy", MODEL, CARAVAN_TOKEN=self.token("viewer"))
        self.assertEqual(1, done.returncode, done.stdout)
        self.assertIn("has the role viewer", done.stdout + done.stderr)

    def test_6_curl_alone_plans_gates_and_deploys(self) -> None:
        lines = re.search(r"```sh\n(.*?)```", (HERE / "README.md").read_text(), re.DOTALL)[1]
        done = self.run_program(["bash", "-euo", "pipefail", "-c", lines], MODEL=str(MODEL))
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        self.assertIn("notes 1.0 running", self.server.caravan("status"))

    def test_7_a_merge_deploys_and_then_nothing_would_change(self) -> None:
        done = self.run_ci("deploy", MODEL)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        self.assertIn("### Caravan: nothing would change", self.run_ci("plan", MODEL).stdout)

    def test_8_the_action_calls_what_there_is(self) -> None:
        calls = re.findall(r"run: '\"\$GITHUB_ACTION_PATH/(\S+)\" (\w+) \$MODELS'", (HERE / "action.yml").read_text())
        self.assertEqual([("caravan-ci", "plan"), ("caravan-ci", "deploy")], calls)


if __name__ == "__main__":
    unittest.main(verbosity=2)
