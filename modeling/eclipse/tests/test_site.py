"""The update site, as somebody with an Eclipse of their own meets it: p2's director installs the feature from it."""

import os
import shutil
import tempfile
import unittest
import zipfile
from pathlib import Path

from .p2 import FOLDER, FreshEclipse, run

SITE = FOLDER / "site/target/repository"
ZIP = FOLDER / "site/target/caravan-eclipse-site.zip"
FEATURE = "org.caravan.feature.feature.group"


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: installing an Eclipse takes a minute: CARAVAN_REAL=1")
class SiteTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="caravan-site-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def test_the_feature_is_offered_in_a_category(self):
        listed = run("director", "-repository", SITE.as_uri(), "-list")
        self.assertIn(f"{FEATURE}=0.1.0.", listed.stdout)
        self.assertIn("org.caravan.models=", listed.stdout)

    def test_a_fresh_eclipse_installs_it(self):
        eclipse = FreshEclipse(self.folder)
        done = eclipse.install_platform()
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("org.caravan.eclipse", eclipse.bundles())
        archive = f"jar:{ZIP.as_uri()}!/"
        done = eclipse.install(archive, FEATURE)
        self.assertEqual(done.returncode, 0, done.stdout)
        version = eclipse.bundles()["org.caravan.eclipse"]
        self.assertTrue((eclipse.home / f"plugins/org.caravan.eclipse_{version}.jar").is_file())
        self.assertTrue((eclipse.home / f"features/org.caravan.feature_{version}/feature.xml").is_file())

    def test_without_the_platform_it_says_what_is_missing(self):
        done = FreshEclipse(self.folder).install(SITE.as_uri(), FEATURE)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("requires 'osgi.bundle; org.eclipse.", done.stdout)

    def test_nothing_in_it_tells_when_or_where_it_was_built(self):
        with zipfile.ZipFile(ZIP) as site:
            self.assertEqual({entry.date_time for entry in site.infolist()}, {(2026, 11, 21, 0, 0, 0)})
            for name in ("content.xml", "artifacts.xml"):
                text = site.read(name).decode()
                self.assertIn("name='p2.timestamp' value='1795219200000'", text)
                self.assertNotIn(str(FOLDER.parents[1]), text)


if __name__ == "__main__":
    unittest.main()
