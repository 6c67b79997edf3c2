"""When the launcher builds the Modeller again: only where a source is newer than what was built."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

EDITORS = Path(__file__).resolve().parents[3] / "launcher/editors.sh"
SOURCES = ("testing", "modeling/dsl/src/main", "modeling/dsl/src/test", "modeling/dsl/target", "modeling/vscode", "api", "client",
           "examples/maven/notes/src/main/caravan")


class LauncherTest(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="caravan-launcher-"))
        self.addCleanup(shutil.rmtree, self.home)
        for folder in SOURCES:
            (self.home / folder).mkdir(parents=True)
            (self.home / folder / "source").write_text("")
        (self.home / "pom.xml").write_text("")
        for built in ("product", "stamp"):
            (self.home / built).write_text("")
        self.age("pom.xml", *(f"{folder}/source" for folder in SOURCES))

    def age(self, *files):
        for file in files:
            os.utime(self.home / file, (1, 1))

    def changed(self) -> bool:
        return subprocess.run(["bash", "-c", f"CARAVAN_HOME={self.home}; source {EDITORS}; "
                                             f"modeller_changed {self.home}/product {self.home}/stamp"]).returncode == 0

    def test_nothing_is_built_where_no_source_is_newer(self):
        self.assertFalse(self.changed())

    def test_a_newer_source_is_seen(self):
        for file in ("pom.xml", "modeling/dsl/src/main/source", "client/source", "examples/maven/notes/src/main/caravan/source"):
            os.utime(self.home / file)
            self.age("stamp")
            self.assertTrue(self.changed(), file)
            self.age(file)
            os.utime(self.home / "stamp")

    def test_tests_other_editors_and_what_was_built_are_no_sources(self):
        self.age("stamp")
        os.utime(self.home / "stamp", (2, 2))
        for file in ("modeling/dsl/src/test/source", "modeling/dsl/target/source", "modeling/vscode/source"):
            os.utime(self.home / file)
            self.assertFalse(self.changed(), file)

    def test_without_the_product_it_is_built(self):
        (self.home / "product").unlink()
        self.assertTrue(self.changed())


if __name__ == "__main__":
    unittest.main()
