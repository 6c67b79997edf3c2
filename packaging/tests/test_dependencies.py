"""docs/dependencies.md names every library that is delivered, with a reason; the bill of materials in a package holds every jar of it."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(HOME / "packaging/licences"), str(Path(__file__).resolve().parent)]
from dependencies import DependenciesError, reasons, rows  # noqa: E402 (the path must be set first)
from made import built  # noqa: E402

REASONS = HOME / "packaging/licences/reasons.tsv"
LIBRARIES = [HOME / "server/target/unpacked/lib", HOME / "cli/target/lib"]
OURS = "caravan-"


def table() -> list:
    lines = [line for line in (HOME / "docs/dependencies.md").read_text().splitlines() if re.match(r"\| \S+:\S+ \|", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def component(group: str, name: str) -> dict:
    return {"bom-ref": name, "group": group, "name": name, "version": "1", "licenses": [{"license": {"id": "MIT"}}]}


class DependenciesTest(unittest.TestCase):
    BILL = {
        "metadata": {"component": component("org.caravan", "caravan")},
        "components": [component("org.caravan", "caravan-server"), component("org.caravan", "caravan-testing"), component("a", "asked"),
                       component("b", "brought"),
                       component("c", "of-a-test")],
        "dependencies": [{"ref": "caravan-server", "dependsOn": ["asked"]}, {"ref": "asked", "dependsOn": ["brought"]},
                         {"ref": "caravan-testing", "dependsOn": ["of-a-test"]}],
    }

    def test_what_is_brought_along_names_what_brings_it_and_tests_are_not_delivered(self):
        self.assertEqual(rows(self.BILL, {"a:asked": "for a test"}, Path("/nowhere")),
                         ["| a:asked | 1 | not stated | MIT | for a test |", "| b:brought | 1 | not stated | MIT | comes with asked |"])

    def test_a_library_without_a_reason_and_a_reason_without_a_library_are_refused(self):
        with self.assertRaisesRegex(DependenciesError, "No reason is given for: a:asked"):
            rows(self.BILL, {}, Path("/nowhere"))
        with self.assertRaisesRegex(DependenciesError, "no module asks for: d:gone"):
            rows(self.BILL, {"a:asked": "x", "d:gone": "y"}, Path("/nowhere"))

    def test_each_row_is_whole_and_each_reason_of_ours_is_in_it(self):
        found = table()
        self.assertGreater(len(found), 200)
        for row in found:
            self.assertEqual(len(row), 5, row)
            self.assertTrue(all(row), row)
        by_name = {row[0]: row[4] for row in found}
        for name, why in reasons(REASONS).items():
            self.assertEqual(by_name.get(name), why, name)

    def test_each_jar_of_server_and_client_has_a_row(self):
        folders = [folder for folder in LIBRARIES if folder.is_dir()]
        if not folders:
            self.skipTest("SKIPPED: neither server nor client is built: ./caravan build")
        known = {f"{row[0].split(':')[1]}-{row[1]}" for row in table()}
        jars = {jar.stem for folder in folders for jar in folder.glob("*.jar")
                if not jar.name.startswith((OURS, "spring-boot-jarmode-tools"))}
        # A jar of native code has a classifier behind its version.
        missing = [jar for jar in sorted(jars) if jar not in known and not any(jar.startswith(f"{one}-") for one in known)]
        self.assertEqual(missing, [], "write docs/dependencies.md again: ./caravan licences dependencies")


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and shutil.which("dpkg-deb"),
                     "SKIPPED: packages are built with CARAVAN_REAL=1 and dpkg")
class BillOfMaterialsTest(unittest.TestCase):
    def test_the_package_holds_a_bill_with_every_jar_of_it(self):
        package = built("debian", "caravan_0.1.0~first_all.deb", "0.1.0~first")
        folder = Path(tempfile.mkdtemp(prefix="caravan-bill-"))
        self.addCleanup(shutil.rmtree, folder)
        subprocess.run(["dpkg-deb", "-x", str(package), str(folder)], check=True)
        bill = json.loads((folder / "usr/share/doc/caravan/caravan-sbom.json").read_text())
        self.assertEqual((bill["bomFormat"], bill["specVersion"]), ("CycloneDX", "1.6"))
        digests = {each["content"] for one in bill["components"] for each in one.get("hashes", []) if each["alg"] == "SHA-256"}
        ours = {f"{one['name']}-{one['version']}" for one in bill["components"]
                if one.get("group", "").startswith("org.caravan")} | {"caravan-server"}
        jars = list((folder / "usr/share/caravan").rglob("*.jar"))
        self.assertGreater(len(jars), 200)
        unknown = [jar.name for jar in jars if hashlib.sha256(jar.read_bytes()).hexdigest() not in digests and jar.stem not in ours]
        self.assertEqual(unknown, [])
        print(f"{len(jars)} jars, each in the bill of materials", flush=True)


if __name__ == "__main__":
    unittest.main()
