"""docker-compose.yml as Compose reads it: whole with the secrets that make-secrets makes, refused without, and without a secret of its own.
And as an engine runs it, with images that stand in for those of others."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
HOME = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HOME / "modeling"))
from made import built  # noqa: E402 (the path must be set first)
from simulated_server import kept_logs  # noqa: E402

COMPOSE = HOME / "docker-compose.yml"
MAKE_SECRETS = HOME / "packaging/compose/make-secrets"
WITHOUT_INFLUXDB = """\
services:
  server-a: {environment: {CARAVAN_INFLUXDB_URL: ""}}
  server-b: {environment: {CARAVAN_INFLUXDB_URL: ""}}
  samples: {entrypoint: [sleep, infinity], healthcheck: {test: [CMD, "true"]}}
"""


@unittest.skipUnless(shutil.which("docker-compose"), "SKIPPED: docker-compose is missing")
class ComposeTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="caravan-compose-"))
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copy(COMPOSE, self.folder)

    def config(self, **settings: str) -> subprocess.CompletedProcess:
        return subprocess.run(["docker-compose", "config"], cwd=self.folder, capture_output=True, text=True, env={**os.environ, **settings})

    def make_secrets(self) -> None:
        subprocess.run([str(MAKE_SECRETS)], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def secrets(self) -> dict:
        return {file.relative_to(self.folder).as_posix(): file.read_text()
                for file in (self.folder / "secrets").rglob("*") if file.is_file()}

    def test_without_secrets_nothing_begins(self):
        done = self.config()
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"secrets/(broker|influxdb)\.env")

    def test_secrets_are_made_once_and_are_nobodys_default(self):
        self.make_secrets()
        made = self.secrets()
        values = [text.strip() for name, text in made.items() if name.endswith(("password", "token"))]
        self.assertEqual(len(values), 3)
        self.assertEqual(len(set(values)), 3)
        for value in values:
            self.assertGreaterEqual(len(value), 43, "256 bits")
        self.assertEqual((self.folder / "secrets").stat().st_mode & 0o777, 0o700)
        self.make_secrets()
        self.assertEqual(self.secrets(), made)

    def test_the_stack_is_read_and_names_what_the_server_knows(self):
        self.make_secrets()
        done = self.config(CARAVAN_SIMULATED="true", CARAVAN_PORT_A="18080")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(re.findall(r"^    image: ", done.stdout, re.M)), 5)
        self.assertEqual(len(re.findall(r"^    healthcheck:", done.stdout, re.M)), 5)
        self.assertIn("127.0.0.1:18080:8080", done.stdout)
        settings = (HOME / "server/src/main/java/org/caravan/server/Settings.java").read_text().lower()
        named = set(re.findall(r"\b(CARAVAN_[A-Z_]+):", COMPOSE.read_text())) - {"CARAVAN_VERSION"}
        for name in named:
            for part in name.removeprefix("CARAVAN_").lower().split("_"):
                self.assertIn(part, settings, name)

    def test_the_file_itself_holds_no_secret(self):
        text = COMPOSE.read_text()
        for line in text.splitlines():
            if re.search("password|token", line, re.I):
                self.assertRegex(line, r"_FILE: /run/|^#|make-secrets", line)


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: the stack is raised with CARAVAN_REAL=1")
@unittest.skipUnless(sys.platform == "linux" and os.geteuid() == 0, "SKIPPED: a Docker engine of its own needs root on Linux")
@unittest.skipUnless(all(map(shutil.which, ("dockerd", "docker-compose", "skopeo", "mmdebstrap"))),
                     "SKIPPED: dockerd, docker-compose, skopeo or mmdebstrap is missing")
class StackTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="caravan-stack-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "stack/packaging/compose").mkdir(parents=True)
        shutil.copy(COMPOSE, self.folder / "stack")
        shutil.copy(MAKE_SECRETS, self.folder / "stack/packaging/compose")

    def test_two_servers_share_the_work_and_outlive_each_other(self):
        image = built("image", "caravan-image.tar")
        influxd = self.influxd()
        # Before the namespace, which leads nowhere: where it is not kept from an earlier run it comes from Debian's mirror.
        root = subprocess.run([str(HOME / "packaging/tests/standins/root")], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        logs = kept_logs("stack")
        done = subprocess.run(["unshare", "--net", "--mount", str(HOME / "packaging/tests/stack.sh"), str(self.folder), str(logs), root,
                               str(image),
                               str(HOME / "server/target/unpacked"), *influxd],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
                              env={**os.environ, "CARAVAN_SIMULATED": "true"})
        print(done.stdout, flush=True)
        self.assertEqual(done.returncode, 0, f"what its parts wrote is in {logs}")
        for said in ("without secrets: refused", "up, all five healthy", "leads:", "is back:", "the shop destroyed:", "in no log",
                     "nothing is left"):
            self.assertIn(said, done.stdout)
        self.assertEqual(len(re.findall(r"^\d+ samples in InfluxDB, .* read by both$", done.stdout, re.M)), 2 * len(influxd))

    def influxd(self) -> list:
        """Where it was built before; else the servers keep their samples in files, and a place-holder stands where InfluxDB would."""
        for cache in (os.environ.get("CARAVAN_CACHE", "/var/cache/caravan"), str(Path.home() / ".cache/caravan")):
            found = subprocess.run([str(HOME / "examples/influxdb/build-influxd"), "--where"], stdout=subprocess.PIPE, text=True,
                                   env={**os.environ, "CARAVAN_CACHE": cache})
            if found.returncode == 0:
                return [found.stdout.strip()]
        print("SKIPPED: InfluxDB in the stack: there is no influxd; ./caravan influxdb build makes one", flush=True)
        (self.folder / "stack/docker-compose.override.yml").write_text(WITHOUT_INFLUXDB)
        return []


if __name__ == "__main__":
    unittest.main()
