"""What a host that is away explains, and what nothing does."""
import tempfile
import time
import unittest
from pathlib import Path

from caravan_bench.application import Application
from caravan_bench.churn import Churn
from caravan_bench.errors import Refused
from caravan_bench.outages import Outages


class OutagesTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = Path(folder.name)

    def test_only_a_host_that_was_away_explains(self) -> None:
        outages = Outages(self.data)
        began = time.monotonic()
        self.assertFalse(outages.explain(began))
        outages.lose("h1-0")
        self.assertTrue(outages.explain(began + 3600), "as long as it is away")
        outages.bring_back()
        self.assertTrue(outages.explain(began))
        self.assertTrue(outages.explain(time.monotonic()), "a moment later")
        self.assertFalse(outages.explain(time.monotonic() + 60))

    def test_it_explains_only_what_is_said_of_hosts(self) -> None:
        outages = Outages(self.data)
        outages.lose("h1-0")
        self.assertTrue(outages.explain(0, "host-fault"))
        self.assertFalse(outages.explain(0, "internal-fault"))

    def test_a_host_fault_while_all_hosts_are_there_is_wrong(self) -> None:
        def refuse() -> None:
            raise Refused(409, "host-fault", "as asked")

        churn = Churn(None, self.data, 1, 1)
        application = Application(1)
        application.lock.acquire()
        churn._try("scale", application, refuse)
        self.assertEqual({"scale: 409 host-fault": 1}, dict(churn.wrong))
