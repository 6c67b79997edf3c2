"""Programs of another architecture: refused with a reason, run by qemu in a namespace of their own."""
from __future__ import annotations

import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from imagebuild import debian, foreign  # noqa: E402
from imagebuild.errors import BuildError  # noqa: E402

OTHER = "arm64" if debian.MACHINE == "amd64" else "amd64"


class ForeignTest(unittest.TestCase):
    def test_an_architecture_without_an_emulator_is_refused(self) -> None:
        with self.assertRaisesRegex(BuildError, r"\(riscv64\).*\nMaybe use one of \[amd64, arm64\]"):
            foreign.require_emulator("riscv64")
        with mock.patch.dict(foreign.EMULATORS, {"arm64": foreign.Emulator("/no/qemu", b"\xb7\x00")}):
            with self.assertRaisesRegex(BuildError, "/no/qemu.*\nMaybe install the Debian package qemu-user-static"):
                foreign.require_emulator("arm64")

    def test_the_kernel_is_told_which_programs_by_their_header(self) -> None:
        registration = foreign.EMULATORS["arm64"].registration("name").decode()
        self.assertTrue(registration.startswith(r":name:M::\x7f\x45\x4c\x46\x02\x01\x01"))
        self.assertTrue(registration.endswith(":/usr/bin/qemu-aarch64-static:F"))
        self.assertLess(len(registration), 1920)  # the kernel's limit for one registration

    def test_only_for_another_machine_is_a_command_wrapped(self) -> None:
        self.assertEqual(["apt-get"], debian.running({"arch": debian.MACHINE}, ["apt-get"]))
        self.assertEqual(["imagebuild.foreign", OTHER, "apt-get"], debian.running({"arch": OTHER}, ["apt-get"])[2:])

    @unittest.skipUnless(os.geteuid() == 0 and os.access(foreign.EMULATORS[OTHER].program, os.X_OK),
                         f"SKIPPED: needs root and {foreign.EMULATORS[OTHER].program}")
    def test_a_registration_is_seen_by_the_command_and_by_nobody_else(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            seen = Path(folder) / "seen"
            code = foreign.run_for(OTHER, ["sh", "-c", f"cp {foreign.REGISTRATIONS}/caravan-{OTHER} {seen}; chown 7:9 {seen}; exit 3"])
            if code == 1 and not seen.exists():
                self.skipTest("SKIPPED: this kernel has no binfmt_misc per user namespace (Linux 6.7)")
            self.assertEqual(3, code)
            self.assertIn(foreign.EMULATORS[OTHER].program, seen.read_text())
            self.assertEqual((7, 9), (seen.stat().st_uid, seen.stat().st_gid))
        self.assertFalse((foreign.REGISTRATIONS / f"caravan-{OTHER}").exists())


if __name__ == "__main__":
    unittest.main()
