"""What people do to applications, and when they do nothing."""
import tempfile
import threading
import unittest
from pathlib import Path

from caravan_bench.churn import Churn
from caravan_bench.errors import Refused
from caravan_bench.scene import application, host, infrastructure


class Answers:
    """As a server answers to which everything succeeds; refuses what it is told to."""

    def __init__(self, refusing: str = "", code: str = "") -> None:
        self.calls = 0
        self._refusing = refusing
        self._code = code
        self.enough = threading.Event()

    def hand_over_texts(self, path: str, texts: dict[str, str]) -> None:
        self.call("PUT", path)

    def call(self, method: str, path: str, body: object | None = None) -> dict | list:
        self.calls += 1
        if self.calls > 300:
            self.enough.set()
        if self._refusing and path.endswith(self._refusing):
            raise Refused(409, self._code, "as asked")
        if path == "/plannings":
            return [{"state": "DONE"}]
        return {"id": "1", "changes": True, "deploymentId": "1", "state": "DONE"}


class ChurnTest(unittest.TestCase):
    def churn(self, api: Answers) -> Churn:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        churn = Churn(api, Path(folder.name), 10, 4)
        churn.begin()
        self.addCleanup(churn.end)
        self.assertTrue(api.enough.wait(300))
        return churn

    def test_every_application_is_deployed_and_changed(self) -> None:
        churn = self.churn(Answers())
        churn.end()
        self.assertFalse(churn.wrong)
        self.assertLessEqual({"deploy", "new version", "scale", "plan again", "look"}, set(churn.done))

    def test_nobody_does_anything_while_it_is_quiet(self) -> None:
        api = Answers()
        churn = self.churn(api)
        with churn.quiet() as ended:
            self.assertTrue(ended)
            before = api.calls
            self.assertFalse(threading.Event().wait(0.05))
            self.assertEqual(before, api.calls)
        api.enough.clear()
        self.assertTrue(api.enough.wait(300), "and goes on afterwards")

    def test_what_another_ones_change_explains_is_not_wrong(self) -> None:
        churn = self.churn(Answers("/approval", "outdated-plan"))
        churn.end()
        self.assertFalse(churn.wrong)
        self.assertTrue(churn.refused)

    def test_what_nobody_thought_of_is_wrong_and_others_go_on(self) -> None:
        class Torn(Answers):
            def call(self, method: str, path: str, body: object | None = None) -> dict | list:
                if method == "DELETE":
                    raise ValueError("half an answer")
                return super().call(method, path, body)

        churn = self.churn(Torn())
        churn.end()
        self.assertIn("destroy: ValueError half an answer", churn.wrong)
        self.assertEqual(1, len(churn.wrong))

    def test_what_nothing_explains_is(self) -> None:
        churn = self.churn(Answers("/plans", "internal-fault"))
        churn.end()
        self.assertIn("deploy: 409 internal-fault", churn.wrong)


class SceneTest(unittest.TestCase):
    def test_hosts_that_are_lost_are_there(self) -> None:
        text = infrastructure()
        for number in (0, 9, 10, 19):
            self.assertIn(f"host {host(number)} of large", text)

    def test_revisions_and_replicas_are_in_the_model(self) -> None:
        self.assertIn("replicas 3", application("shop-1", 1, replicas=3))
        self.assertNotIn("replicas", application("shop-1", 1))
        self.assertNotEqual(application("shop-1", 1, 1), application("shop-1", 1, 2))
