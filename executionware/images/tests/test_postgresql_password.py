"""The password of the PostgreSQL service: the lines of its start that set it, on a database in a temporary folder.

Needs root on Linux, PostgreSQL and CARAVAN_REAL=1.
"""
from __future__ import annotations

import hashlib
import hmac
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from base64 import b64decode, b64encode
from pathlib import Path

START = Path(__file__).resolve().parents[2] / "services/postgresql/start"
PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
SECRET = "it's \\ secret"


def scram_keys(password: str, salt: bytes, rounds: int) -> list[str]:
    """StoredKey and ServerKey of RFC 5802, section 3, in Base64."""
    salted = hashlib.pbkdf2_hmac("sha256", password.encode(), salt, rounds)
    client = hashlib.sha256(hmac.digest(salted, b"Client Key", "sha256")).digest()
    return [b64encode(key).decode() for key in (client, hmac.digest(salted, b"Server Key", "sha256"))]


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0 and PROGRAMS,
                     "SKIPPED: the password of PostgreSQL needs root, its programs and CARAVAN_REAL=1")
class PostgresqlPassword(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        self.data.mkdir()
        shutil.chown(self.data, "postgres")
        (self.folder / "password").write_text(SECRET)
        self.bash(f'"${{as[@]}}" initdb -D {self.data} --no-sync --auth=trust', check=True)

    def bash(self, script: str, check: bool = False) -> subprocess.CompletedProcess[str]:
        head = (f"export PATH={self.folder}/bin:{PROGRAMS[-1]}:$PATH\nsecret={self.folder}/password\n"
                "as=(setpriv --reuid=postgres --regid=postgres --init-groups)\n"
                f"options=(-D {self.data} -c unix_socket_directories={self.data} -c password_encryption=scram-sha-256)\n")
        return subprocess.run(["/bin/bash", "-c", head + script], cwd=self.folder, capture_output=True, text=True, check=check)

    def set_password(self) -> subprocess.CompletedProcess[str]:
        text = START.read_text()
        return self.bash(text[text.index("# Through a pipe"):text.index('"${as[@]}" postgres "${options[@]}" -c listen_addresses=\'*\'')])

    def test_a_statement_that_fails_ends_the_start_and_is_not_logged(self) -> None:
        failed = self.set_password()
        self.assertEqual(failed.returncode, 1)
        self.assertIn('role "service" does not exist', failed.stderr)
        self.assertIn("The password cannot be set", failed.stderr)
        self.assertNotIn("secret", failed.stdout + failed.stderr)

    def create_role(self) -> None:
        self.bash('echo "CREATE ROLE service LOGIN" | "${as[@]}" postgres --single "${options[@]}" postgres', check=True)

    def test_a_server_that_ends_with_a_fault_ends_the_start(self) -> None:
        """As of its last checkpoint on a full disk, after it has answered the statements."""
        self.create_role()
        program = self.folder / "bin/postgres"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\n{PROGRAMS[-1]}/postgres "$@"\nexit 1\n')
        program.chmod(0o755)
        failed = self.set_password()
        self.assertEqual(failed.returncode, 1)
        self.assertIn("The password cannot be set", failed.stderr)

    def test_a_statement_that_succeeds_sets_the_password(self) -> None:
        self.create_role()
        done = self.set_password()
        self.assertEqual(done.returncode, 0, done.stderr)
        stored = self.bash("echo \"SELECT rolpassword FROM pg_authid WHERE rolname = 'service'\" "
                           "| \"${as[@]}\" postgres --single \"${options[@]}\" postgres", check=True).stdout
        verifier = re.search(r"SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):([^\"]+)", stored)
        self.assertIsNotNone(verifier, stored)
        rounds, salt, *keys = verifier.groups()
        self.assertEqual(keys, scram_keys(SECRET, b64decode(salt), int(rounds)))


if __name__ == "__main__":
    unittest.main()
