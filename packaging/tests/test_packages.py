"""The packages as somebody gets them who has no checkout: on a machine of their own, with nothing of ours beside them."""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HOME / "modeling"))
from simulated_server import SERVER_JAR, SimulatedServer, kept_logs  # noqa: E402 (the path must be set first)

sys.path.insert(0, str(Path(__file__).resolve().parent))
from debian_machine import DebianMachine  # noqa: E402
from made import built  # noqa: E402

REAL = os.environ.get("CARAVAN_REAL") == "1"
NOTES = HOME / "examples/maven/notes/src/main/caravan"
HEALTHY_S = 600


def walk() -> list:
    """The commands of the document for an installation, in its order; ./caravan is of a checkout."""
    blocks = re.findall(r"```sh\n(.*?)```", (HOME / "docs/operating.md").read_text(), re.S)
    return [line for block in blocks if "./caravan " not in block for line in block.splitlines() if line]


@unittest.skipUnless(REAL, "SKIPPED: packages are built and tried with CARAVAN_REAL=1")
@unittest.skipUnless(SERVER_JAR.exists(), "the server is not built: ./caravan build")
class ClientTest(unittest.TestCase):
    """The one download: no Java, no PATH, another folder than that of its build."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="caravan-client-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        with tarfile.open(built("cli", "caravan-cli-*.tar.gz")) as archive:
            archive.extractall(cls.folder, filter="tar") if hasattr(tarfile, "tar_filter") else archive.extractall(cls.folder)
        cls.client = next(cls.folder.glob("caravan-cli-*/bin/caravan"))
        cls.environment = {"PATH": "/usr/bin:/bin", "HOME": str(cls.folder), "JAVA_HOME": "/nowhere"}

    def run_client(self, *arguments: str, given: str = "", expected: int = 0) -> str:
        done = subprocess.run([str(self.client), *arguments], input=given, capture_output=True, text=True, env=self.environment)
        self.assertEqual(done.returncode, expected, f"{arguments}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def test_it_logs_in_and_deploys(self):
        server = SimulatedServer(self.folder)
        self.addCleanup(server.end)
        self.assertIn("token", self.run_client("login", server.url, given="wrong", expected=1).lower())
        self.assertIn("0 applications", self.run_client("login", server.url, given=server.token))
        login = self.folder / ".config/caravan/login"
        self.assertEqual(login.stat().st_mode & 0o777, 0o600)
        self.run_client("infrastructure", str(NOTES / "lab.caravan"))
        self.run_client("probe", "--scope", "quick")
        self.assertIn("+", self.run_client("diff", str(NOTES / "notes.caravan"), expected=2))
        self.run_client("deploy", "--auto-approve", str(NOTES / "notes.caravan"))
        self.assertIn("running", self.run_client("status"))
        self.assertIn("SIMULATED", self.run_client("logs", "web"))
        self.run_client("diff")
        self.assertIn("logged out", self.run_client("logout"))
        self.assertFalse(login.exists())

    def test_it_validates_without_a_server(self):
        """The language lies beside the runtime image."""
        server = ["--server", "http://127.0.0.1:9"]
        self.assertIn("The model is valid.", self.run_client("validate", str(NOTES / "notes.caravan"), str(NOTES / "lab.caravan"), *server))
        self.assertIn("infrastructure-unchecked", self.run_client("validate", str(NOTES / "notes.caravan"), *server))
        wrong = self.folder / "wrong.caravan"
        wrong.write_text("application caf\u00e9 { }\n", encoding="utf-8")
        self.assertIn("write cafe", self.run_client("validate", str(wrong), *server, expected=1))

    def test_how_fast_it_starts(self):
        """Told, not asserted: other programs may want the processors now."""
        times = []
        for _ in range(11):
            before = os.times()
            self.run_client("status", "--help")
            after = os.times()
            times.append((after.elapsed - before.elapsed,
                          after.children_user + after.children_system - before.children_user - before.children_system))
        print(f"caravan status --help, 11 times: median {statistics.median(t[0] for t in times):.2f} s by the clock, "
              f"{statistics.median(t[1] for t in times):.2f} CPU-seconds", flush=True)

    def test_classes_come_out_of_the_archive_wherever_the_folder_lies(self):
        folder = self.folder / "archive"
        folder.mkdir()
        server = SimulatedServer(folder)
        self.addCleanup(server.end)
        for words in (["status", "--help"], ["status", "--server", "http://127.0.0.1:9"], ["status", "--server", server.url]):
            shared = subprocess.run([str(next(self.client.parent.parent.glob("runtime/bin/java"))), "-Xshare:on", "-Xlog:class+load",
                                     "-XX:+UseSerialGC",
                                     "-m", "caravan.cli/org.caravan.cli.Main", *words], capture_output=True, text=True,
                                     env={**self.environment, "CARAVAN_TOKEN": server.token})
            loaded = [line for line in shared.stdout.splitlines() if " source: " in line]
            mapped = [line for line in loaded if "shared objects file" in line]
            self.assertGreater(len(mapped) / len(loaded), 0.9, words)


@unittest.skipUnless(REAL, "SKIPPED: packages are built and tried with CARAVAN_REAL=1")
@unittest.skipUnless(sys.platform == "linux" and os.geteuid() == 0, "SKIPPED: a Debian machine of a container needs root on Linux")
@unittest.skipUnless(shutil.which("lxc-start") and shutil.which("mmdebstrap") and shutil.which("dpkg-deb"),
                     "SKIPPED: lxc, mmdebstrap or dpkg is missing")
class DebianTest(unittest.TestCase):
    """The walk of docs/operating.md, then killed, upgraded, removed and purged."""

    def test_the_life_of_an_installation(self):
        first, second = (built("debian", f"caravan_{version}_all.deb", version) for version in ("0.1.0~first", "0.1.0~second"))
        machine = DebianMachine()
        self.addCleanup(machine.end)
        for file, target in ((NOTES / "lab.caravan", "lab.caravan"), (NOTES / "notes.caravan", "notes.caravan"), (first, "caravan.deb")):
            machine.copy(file, f"/root/{target}")
        for line in walk():
            machine.run(line)
        self.assertEqual(machine.run("ps -o user= -p $(systemctl show -P MainPID caravan)").strip(), "caravan")
        self.assertEqual(machine.run("stat -c %a:%U /var/lib/caravan").strip(), "700:caravan")
        self.assertIn("running", machine.run("caravan status"))
        self.mapped(machine)
        self.killed_and_back(machine)
        self.upgraded(machine, second)
        self.removed(machine)

    def install(self, machine, package: Path):
        machine.copy(package, "/root/caravan.deb")
        machine.run("dpkg -i /root/caravan.deb")

    def healthy(self, machine, said: str):
        machine.wait("curl -fs http://127.0.0.1:8080/api/v1/health", said, HEALTHY_S)

    def mapped(self, machine):
        """The server runs with the archive of classes that its installation made."""
        self.assertIn("/var/cache/caravan-server/",
                      machine.run("tr '\\0' '\\n' < /proc/$(systemctl show -P MainPID caravan)/cmdline | grep SharedArchiveFile"))
        self.assertIn(".jsa", machine.run("cat /proc/$(systemctl show -P MainPID caravan)/maps | grep caravan-server/"))

    def killed_and_back(self, machine):
        machine.run("systemctl kill --signal=KILL caravan")
        machine.wait("systemctl show -P NRestarts caravan", "1", HEALTHY_S)
        self.healthy(machine, '"status":"UP"')
        self.assertIn("running", machine.run("caravan status"))

    def upgraded(self, machine, package: Path):
        """Settings that were changed stay, and so does all that the server kept; the new program runs."""
        before = machine.run("systemctl show -P MainPID caravan")
        self.install(machine, package)
        self.healthy(machine, '"simulated":true')
        self.assertNotEqual(machine.run("systemctl show -P MainPID caravan"), before)
        self.assertIn("0.1.0~second", machine.run("dpkg-query -W caravan"))
        self.assertIn("running", machine.run("caravan status"))
        machine.run("caravan drift")
        machine.run("caravan audit verify --token-file /var/lib/caravan/token")

    def removed(self, machine):
        machine.run("dpkg -r caravan")
        self.assertNotIn("caravan-server.jar", machine.run("ps ax -o args"))
        machine.run("test ! -e /usr/share/caravan && test -e /var/lib/caravan/server.db && test -e /etc/caravan/application.yaml")
        machine.run("dpkg -P caravan")
        machine.run(
            "test ! -e /var/lib/caravan && test ! -e /var/cache/caravan-server && test ! -e /etc/caravan && ! getent passwd caravan")


@unittest.skipUnless(REAL, "SKIPPED: packages are built and tried with CARAVAN_REAL=1")
@unittest.skipUnless(sys.platform == "linux" and os.geteuid() == 0 and shutil.which("dockerd") and shutil.which("skopeo"),
                     "SKIPPED: the image needs root on Linux, dockerd and skopeo")
class ImageTest(unittest.TestCase):
    def test_the_image_runs_without_rights_and_goes_on_with_its_data(self):
        image = built("image", "caravan-image.tar")
        folder = Path(tempfile.mkdtemp(prefix="caravan-image-"))
        self.addCleanup(shutil.rmtree, folder)
        done = subprocess.run(["unshare", "--net", "--mount", str(Path(__file__).with_name("image.sh")), str(image), str(folder),
                               "caravan/server:0.1.0-SNAPSHOT", str(kept_logs("image"))],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(done.stdout.count('"status":"UP"'), 2, done.stdout)
        for said in ("user 10001:10001", "answered with its token", "ended with 143", "went on with its data",
                     "classes from the archive: start", "classes from the archive: language"):
            self.assertIn(said, done.stdout)


if __name__ == "__main__":
    unittest.main()
