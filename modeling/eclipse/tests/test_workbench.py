"""JUnit inside the Modeller's workbench, on a screen that nobody sees. Reports and pictures stay in workbench-tests/target/reports."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

FOLDER = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(FOLDER.parent))
from simulated_server import SimulatedServer  # noqa: E402  beside both editors

MODELLER = FOLDER / "modeller/target/caravan-modeller-linux/caravan-modeller"
TESTS = FOLDER / "workbench-tests/target/caravan-workbench-tests-0.1.0-SNAPSHOT.jar"
REPORTS = FOLDER / "workbench-tests/target/reports"
LIMIT_S = 600


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: the Modeller's tests take a minute: CARAVAN_REAL=1")
@unittest.skipUnless(shutil.which("xvfb-run"),
                     "SKIPPED: there is no xvfb-run, so there is no screen: apt-get install xvfb xauth libgtk-3-0")
class WorkbenchTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="caravan-workbench-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.server = SimulatedServer(self.folder)
        self.addCleanup(self.server.end)
        self.server.measure()
        shutil.rmtree(REPORTS, ignore_errors=True)
        REPORTS.mkdir(parents=True)

    def test_the_walk_of_somebody_new(self):
        subprocess.run(self.command(), stdin=subprocess.DEVNULL, timeout=LIMIT_S)
        # Not by the exit code, which is xvfb-run's where it cannot tidy up after itself.
        report = ElementTree.parse(REPORTS / "TEST-junit-jupiter.xml").getroot()
        failed = [case.get("name") for case in report.iter("testcase") if case.find("failure") is not None
                  or case.find("error") is not None]
        self.assertEqual(failed, [], f"tests in the workbench failed: see {REPORTS}")
        self.assertGreaterEqual(int(report.get("tests")), 16)
        self.assertGreaterEqual(len(list(REPORTS.glob("*.png"))), 13)

    def command(self):
        modeller = self.folder / "modeller"
        shutil.copytree(MODELLER, modeller)
        shutil.copy(TESTS, modeller / "plugins")
        # The secure storage asks for a password where nobody answers: it takes that of a file.
        password = self.folder / "password"
        password.write_text("of this test")
        keyring = self.folder / "keyring"
        return ["xvfb-run", "-a", "-s", "-screen 0 1400x900x24", "java", f"-Dcaravan.workbench.reports={REPORTS}",
                f"-Dcaravan.workbench.keyring={keyring}",
                f"-Dcaravan.workbench.server={self.server.url}", f"-Dcaravan.workbench.token={self.server.token}",
                f"-Dosgi.configuration.area={(self.folder / 'configuration').as_uri()}", "--add-opens", "java.base/java.lang=ALL-UNNAMED",
                "-jar", str(modeller / "modeller.jar"), "-data", str(self.folder / "workspace"), "-consoleLog",
                "-eclipse.password", str(password), "-eclipse.keyring", str(keyring)]


if __name__ == "__main__":
    unittest.main()
