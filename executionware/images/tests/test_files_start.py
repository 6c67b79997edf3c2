"""The start of the file service (S3Proxy), as in its image, in a root folder and a network of its own.

Needs root on Linux and CARAVAN_REAL=1.
"""
from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

SERVICES = Path(__file__).resolve().parents[2] / "services"
LIBRARIES = SERVICES / "s3proxy/target/lib"
PATIENCE_S = 600
MIB = 1 << 20
ETAG = "user.user.content-md5"
# Name of an upload that S3Proxy has not completed.
UNFINISHED = "album/sky.txt-0b8f3f5e-3d9c-4d0e-9a55-1f1b6b0c7a11"
START = """
set -e
for each in bin dev etc lib lib64 proc usr; do [ ! -e /$each ] || { mkdir -p "$0/$each"; mount --rbind /$each "$0/$each"; }; done
mount -t tmpfs tmpfs "$0/dev/shm"
mount --bind "$1" "$0/opt/service/lib"
ip link set lo up
exec chroot "$0" /usr/bin/env -i FILES_BUCKET="$2" /bin/bash /opt/service/start
"""


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0 and LIBRARIES.is_dir() and shutil.which("setfattr"),
                     "SKIPPED: the file service needs root, the package attr, its libraries (./caravan build) and CARAVAN_REAL=1")
class FilesStart(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.root.chmod(0o755)
        for folder in ("srv/service/album", "var/lib/files", "run/secrets", "opt/service/lib", "tmp"):
            (self.root / folder).mkdir(parents=True)
        for file in (SERVICES / "files").iterdir():
            shutil.copy(file, self.root / "opt/service")
        (self.root / "run/secrets/password").write_text("it's secret")
        (self.root / "srv/service/album/sea.txt").write_text("from the upload")
        self.start()

    def start(self, bucket: str = "files") -> None:
        self.service = subprocess.Popen(["unshare", "--mount", "--net", "/bin/bash", "-c", START, str(self.root), str(LIBRARIES), bucket],
                                        stdout=subprocess.DEVNULL)
        self.addCleanup(self.stop, self.service)
        end = time.monotonic() + PATIENCE_S
        # Before its network is its own, a server of this machine could answer.
        while (os.readlink(f"/proc/{self.service.pid}/ns/net") == os.readlink("/proc/self/ns/net")
               or self.status("http://127.0.0.1:8080/") == "000"):
            self.assertIsNone(self.service.poll(), "the service has ended")
            self.assertLess(time.monotonic(), end, "the service does not answer")
            time.sleep(0.2)

    @staticmethod
    def stop(service: subprocess.Popen, by: signal.Signals = signal.SIGKILL) -> None:
        service.send_signal(by)
        service.wait(PATIENCE_S)

    def curl(self, *words: str, **keywords: object) -> str:
        return subprocess.run(["nsenter", "--net", "--target", str(self.service.pid), "curl", "-s", "--max-time", str(PATIENCE_S), *words],
                              text=True, stdout=subprocess.PIPE, **keywords).stdout

    def signed(self, *words: str) -> str:
        return self.curl("--aws-sigv4", "aws:amz:us-east-1:s3", "--user", "service:it's secret",
                         "--header", "x-amz-content-sha256: UNSIGNED-PAYLOAD", *words)

    def status(self, *words: str) -> str:
        return self.curl("--path-as-is", "--output", "/dev/null", "--write-out", "%{http_code}", *words)

    def keys(self) -> list[str]:
        return re.findall("<Key>(.*?)</Key>", self.signed("http://127.0.0.1:8080/files"))

    def test_files_are_read_only_with_the_key(self) -> None:
        url = "http://127.0.0.1:8080"
        self.signed("--upload-file", str(SERVICES / "files/start"), f"{url}/files/later.txt")
        self.assertEqual(["album/sea.txt", "later.txt"], self.keys())
        self.assertEqual("from the upload", self.signed(f"{url}/files/album/sea.txt"))
        for path in ("/", "//", "/files", "/files/", "/files/album/sea.txt", "/files/later.txt"):
            self.assertEqual("403", self.status(url + path), path)
            self.assertNotIn("sea", self.curl("--path-as-is", url + path), path)

    def test_a_form_without_a_key_is_stored_neither_on_disk_nor_in_memory(self) -> None:
        body = self.root / "body"
        body.write_bytes(os.urandom(60 * MIB))
        before = self.resident()
        for _ in range(3):
            # The connection may end before the whole form is sent (100).
            self.assertIn(self.status("--form", f"file=@{body}", "--form", "key=x", "http://127.0.0.1:8080/files"), ("000", "100", "400"))
        self.assertEqual([], list((self.root / "tmp").iterdir()))
        self.assertLess(self.resident() - before, 30 * MIB)
        self.assertEqual("from the upload", self.signed("http://127.0.0.1:8080/files/album/sea.txt"))

    def test_parts_with_a_wrong_signature_do_not_end_it(self) -> None:
        part = self.root / "part"
        part.write_bytes(os.urandom(8 * MIB))
        digest = hashlib.sha256(part.read_bytes()).hexdigest()
        url = "http://127.0.0.1:8080/files"
        files = [word for number in range(40) for word in ("--upload-file", str(part), f"{url}/part{number}")]
        # Jetty closes a connection that waits for one of its threads for 30 s, so clients of S3 upload again. A service that has ended is
        # not started again, so that no upload of it is answered.
        codes = self.curl("--parallel", "--no-progress-meter", "--parallel-max", "40", "--parallel-immediate",
                          "--retry", "60", "--retry-delay", "1", "--retry-all-errors",
                          "--aws-sigv4", "aws:amz:us-east-1:s3", "--user", "service:wrong",
                          "--header", f"x-amz-content-sha256: {digest}", "--write-out", "code %{http_code}\\n", *files)
        self.assertEqual(["403"] * 40, re.findall("code (...)", codes))
        self.assertIsNone(self.service.poll(), "the service has ended")
        self.assertEqual(["album/sea.txt"], self.keys())

    def resident(self) -> int:
        status = Path(f"/proc/{self.service.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024

    def test_a_start_removes_unfinished_files_and_creates_a_new_bucket(self) -> None:
        stored = self.root / "var/lib/files/buckets/files"
        self.stop(self.service)
        (stored / UNFINISHED).write_text("the first ha")
        complete = stored / UNFINISHED.replace("sky", "sun")
        complete.write_text("complete")
        os.setxattr(complete, ETAG, hashlib.md5(b"complete").digest())
        self.start("pictures")
        self.assertEqual(["album/sea.txt", UNFINISHED.replace("sky", "sun")], self.keys())
        self.assertIn("<Name>pictures</Name>", self.signed("http://127.0.0.1:8080/"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
