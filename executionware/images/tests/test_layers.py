"""Layers as bytes: the same folder gives the same digest, and unpacks to what it was."""
from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from imagebuild import layer  # noqa: E402
from imagebuild.errors import BuildError  # noqa: E402
from imagebuild.store import Store  # noqa: E402
from imagebuild.strip import strip  # noqa: E402


class LayerTest(unittest.TestCase):
    def setUp(self) -> None:
        if shutil.which("zstd") is None:
            self.skipTest("SKIPPED: zstd is not installed")
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)

    def tree(self, name: str, order: str) -> Path:
        root = self.folder / name
        for part in order:
            (root / part).mkdir(parents=True)
            (root / part / "file").write_text(part)
        (root / "a/link").symlink_to("file")
        os.link(root / "a/file", root / "b/same")
        (root / "b/file").chmod(0o755)
        os.utime(root / "a/file", (len(name), len(name)))
        return root

    def test_the_same_content_has_the_same_digest_whenever_and_in_whatever_order_it_was_made(self) -> None:
        first = layer.write_layer(self.tree("one", "abc"), [], self.folder / "1")
        second = layer.write_layer(self.tree("another", "cba"), [], self.folder / "2")
        self.assertEqual(first, second)
        self.assertEqual(first.size, (self.folder / "1").stat().st_size)

    def test_unpacks_to_what_it_was(self) -> None:
        layer.write_layer(self.tree("one", "abc"), [], self.folder / "1")
        layer.unpack(self.folder / "1", self.folder / "out")
        self.assertEqual(["a/file", "a/link", "b/file", "b/same", "c/file"],
                         sorted(str(path.relative_to(self.folder / "out"))
                                for path in (self.folder / "out").rglob("*") if not path.is_dir()))
        self.assertEqual(0o755, stat.S_IMODE((self.folder / "out/b/file").stat().st_mode))
        self.assertEqual((self.folder / "out/a/file").stat().st_ino, (self.folder / "out/b/same").stat().st_ino)

    def test_a_cut_layer_is_refused(self) -> None:
        layer.write_layer(self.tree("one", "abc"), [], self.folder / "1")
        (self.folder / "1").write_bytes((self.folder / "1").read_bytes()[:40])
        with self.assertRaisesRegex(BuildError, "could not be unpacked"):
            layer.unpack(self.folder / "1", self.folder / "out")

    @unittest.skipIf(os.geteuid() != 0, "SKIPPED: marking a folder opaque needs root")
    def test_an_opaque_folder_becomes_single_deletions(self) -> None:
        upper, lower = self.tree("upper", "abc"), self.folder / "lower"
        (lower / "a").mkdir(parents=True)
        (lower / "a/hidden").touch()
        (lower / "a/file").touch()
        os.setxattr(upper / "a", "trusted.overlay.opaque", b"y")
        layer.write_layer(upper, [lower], self.folder / "1")
        layer.unpack(self.folder / "1", self.folder / "out")
        self.assertTrue(stat.S_ISCHR((self.folder / "out/a/hidden").stat().st_mode))
        self.assertEqual("a", (self.folder / "out/a/file").read_text())

    def test_strip_keeps_licences_and_drops_what_no_container_reads(self) -> None:
        for path in ("usr/share/doc/tini/copyright", "usr/share/doc/tini/README", "usr/share/doc/empty/changelog.gz",
                     "usr/share/locale/nb/x",
                     "var/cache/apt/x", "usr/lib/python3/x/__pycache__/y.pyc", "usr/bin/tini", "opt/mine"):
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).touch()
        strip(self.folder, ["/opt/m*"])
        self.assertEqual(["usr/bin/tini", "usr/share/doc/tini/copyright"],
                         sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file()))

    def test_two_builds_do_not_share_a_store_and_leftovers_are_removed(self) -> None:
        store = Store(self.folder)
        (store.work / "half/built").mkdir(parents=True)
        with store.locked():
            self.assertFalse(store.work.exists())
            with self.assertRaisesRegex(BuildError, "Another build"), Store(self.folder).locked():
                self.fail("the second build must not begin")


if __name__ == "__main__":
    unittest.main()
