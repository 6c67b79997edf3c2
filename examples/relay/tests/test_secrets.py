"""A planted secret reaches a copy as a file in memory, and is nowhere else. Needs root on Linux and CARAVAN_REAL=1."""
from __future__ import annotations

import base64
import os
import subprocess
import unittest
from pathlib import Path
from secrets import token_hex

from . import bed

MODEL = (bed.HOME / "examples/relay/relay.caravan").read_text()
WITH_SECRET = MODEL.replace('env { RELAY_PORT "8080" }', 'env { RELAY_PORT "8080" }  secrets { token from relay-token owner 65534 }')
FIRST, SECOND = f"planted-{token_hex(12)}", f"other-{token_hex(12)}"
"""Made anew for each run: else the text of this test would be found too."""
NODE, COPIES = "simula-1", "/var/lib/lxc"


def on_node(script: str) -> str:
    return bed.caravan("testbed", "exec", NODE, "--", "bash", "-euc", script)


def set_secret(value: str) -> str:
    done = subprocess.run([str(bed.HOME / "caravan"), "secret", "set", "relay-token"], env=bed.ENVIRONMENT, input=value + "\n",
                          capture_output=True, text=True, timeout=120, check=True)
    return done.stdout + done.stderr


def holders(folder: Path, value: str) -> list[str]:
    """Files below the folder that hold the value, as it is or as base64 wherever it may begin."""
    texts = [value] + [base64.b64encode(b"x" * shift + value.encode()).decode()[4:-4] for shift in range(3)]
    command = ["grep", "-rlaF", "--devices=skip", "--exclude=*.img"]
    for text in texts:
        command += ["-e", text]
    found = subprocess.run([*command, str(folder)], capture_output=True, text=True, check=False).stdout.split("\n")[:-1]
    # Other programs remove their folders meanwhile: os.walk leaves them out.
    disks = [Path(root, name) for root, _, names in os.walk(folder) for name in names if name.endswith(".img")]
    return found + [str(disk) for disk in disks if on_disk(disk, [text.encode() for text in texts])]


def on_disk(disk: Path, texts: list[bytes]) -> bool:
    """Also in blocks of files that were removed; the holes of the sparse file are left out."""
    step, overlap = 4 << 20, 64
    try:
        image = open(disk, "rb")
    except FileNotFoundError:
        return False
    with image:
        at, end = 0, os.fstat(image.fileno()).st_size
        while at < end:
            try:
                at = os.lseek(image.fileno(), at, os.SEEK_DATA)
            except OSError:
                return False
            hole = os.lseek(image.fileno(), at, os.SEEK_HOLE)
            while at < hole:
                block = os.pread(image.fileno(), min(step, hole - at) + overlap, at)
                if any(text in block for text in texts):
                    return True
                at += step
            at = hole
    return False


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0,
                     "SKIPPED: real containers need root, namespaces, and CARAVAN_REAL=1")
class Secrets(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(bed.raze_bed)
        bed.raise_bed()

    def setUp(self) -> None:
        self.said = set_secret(FIRST)
        bed.deploy("relay", WITH_SECRET)
        self.addCleanup(bed.destroy, "relay")
        self.label = on_node(f"cd {COPIES}; ls -d relay.store.1.*").split()[-1]

    def in_copy(self, command: str) -> str:
        return on_node(f"nsenter -t $(lxc-info -n {self.label} -pH) -U -m -p -r -w -- {command}").strip()

    def init_pid(self) -> str:
        return on_node(f"lxc-info -n {self.label} -pH").strip()

    def test_1_it_is_a_file_in_memory_for_one_user(self) -> None:
        self.assertEqual(FIRST, self.in_copy("cat /run/secrets/token"))
        self.assertEqual("400 65534", self.in_copy("stat -c '%a %u' /run/secrets/token"))
        self.assertEqual("ramfs", self.in_copy("stat -f -c %T /run/secrets"))
        refused = self.in_copy(
            "setpriv --reuid=1000 --clear-groups --inh-caps=-all --bounding-set=-all cat /run/secrets/token 2>&1 || true")
        self.assertIn("denied", refused)

    def test_2_it_is_nowhere_else(self) -> None:
        self.assertNotIn(FIRST, self.said)
        on_node("sync")
        # The data folder has the server's log, journal, database, queues and images, and the disks of the bed's nodes.
        for folder in (bed.DATA, Path("/tmp"), Path("/var/log"), Path("/run"), Path("/dev/shm")):
            self.assertEqual([], [file for file in holders(folder, FIRST) if not file.startswith("/tmp/bash_jobs")], folder)
        for process in Path("/proc").glob("[0-9]*"):
            for name in ("cmdline", "environ"):
                try:
                    self.assertNotIn(FIRST.encode(), (process / name).read_bytes(), process)
                except (OSError, PermissionError):
                    pass  # it has ended
        found = on_node(f"grep -rlaF {FIRST[:-1]}[{FIRST[-1]}] /var/lib /etc /root /tmp /run/lock /run/lxc 2>/dev/null || true")
        self.assertEqual("", found.strip())
        self.assertNotIn(FIRST, str(bed.ask("GET", "/secrets")) + str(bed.ask("GET", "/applications/relay/plans"))
                         + str(bed.ask("GET", "/applications/relay/deployments/latest")))

    def test_3_a_changed_one_comes_with_the_next_deployment_and_without_a_new_start(self) -> None:
        began = self.init_pid()
        set_secret(SECOND)
        self.assertIn("SUPPLY store:1", bed.ask("GET", "/applications/relay/drift")["text"])
        self.assertEqual(FIRST, self.in_copy("cat /run/secrets/token"))
        run = bed.deploy("relay", WITH_SECRET)
        self.assertEqual(["SUPPLY"], [step["kind"] for step in run["steps"]])
        self.assertEqual(SECOND, self.in_copy("cat /run/secrets/token"))
        self.assertEqual(began, self.init_pid())
        self.assertFalse(bed.ask("GET", "/applications/relay/drift")["changes"])

    def test_4_after_a_restart_of_the_node_the_server_brings_it_again(self) -> None:
        # What a restart leaves: the containers' folders, and nothing in memory. Held, or the host starts the copy again.
        on_node(f"mkdir -p /run/caravan/hold; touch /run/caravan/hold/{self.label}; lxc-stop -k -n {self.label}; "
                f"umount /run/caravan/secrets/{self.label}")
        refused = on_node(f"lxc-start -n {self.label} 2>&1 && echo started || echo refused")
        self.assertIn("refused", refused)
        run = bed.deploy("relay", WITH_SECRET)
        self.assertIn("SUPPLY", [step["kind"] for step in run["steps"]])
        self.assertEqual(FIRST, self.in_copy("cat /run/secrets/token"))

    def test_5_the_copy_takes_it_along_when_it_ends(self) -> None:
        bed.deploy("relay", MODEL)
        self.assertEqual("", on_node(f"ls /run/caravan/secrets; grep {self.label} /proc/mounts || true").strip())


if __name__ == "__main__":
    unittest.main(verbosity=2)
