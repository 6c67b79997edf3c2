"""What is decided without root: specs, their order, recipes, apt sources."""
from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from imagebuild.archive import debian_sources  # noqa: E402
from imagebuild.errors import BuildError  # noqa: E402
from imagebuild.order import parents_first  # noqa: E402
from imagebuild.recipe import recipe_digest  # noqa: E402
from imagebuild.sandbox import last_words  # noqa: E402
from imagebuild.spec import Spec, read_spec  # noqa: E402
from imagebuild.store import image_manifest  # noqa: E402


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)

    def spec(self, text: str) -> Spec:
        path = self.folder / "image.toml"
        path.write_text(text)
        return read_spec(path)


class SpecTest(Folder):
    def test_reads_a_whole_spec(self) -> None:
        (self.folder / "app").mkdir()
        spec = self.spec('name = "shop/web"\nfrom = "shop/base"\npackages = ["zstd", "tini", "tini"]\nstart = ["/opt/app/start"]\n'
                         '[env]\nB = "2"\nA = "1"\n[[files]]\nsource = "app"\ntarget = "/opt/app"\n')
        self.assertEqual(("shop/web", "shop/base", ("tini", "zstd"), ("/opt/app/start",), {"A": "1", "B": "2"}),
                         (spec.name, spec.parent, spec.packages, spec.start, spec.env))
        self.assertEqual("/opt/app", spec.files[0].target)

    def test_each_mistake_is_told_with_its_value_and_what_may_be_meant(self) -> None:
        mistakes = {
            'name = "Shop"': r"name \(Shop\).*\nMaybe write lower-case",
            'name = "../x"': r"name \(\.\./x\)",
            'name = "a"\nentry = "x"': r"key \(entry\).*\nMaybe use one of \[arch, ",
            'name = "a"\npackages = ["tini=1.0"]': r"package \(tini=1\.0\).*\nMaybe remove version",
            'name = "a"\npackages = "tini"': r"packages = 'tini'.*\nMaybe write packages = ",
            'name = "a"\nfolders = ["/../etc"]': r"\(/\.\./etc\) under folders.*\nMaybe",
            'name = "a"\n[[files]]\nsource = "none"\ntarget = "/x"': r"file .*none, which does not exist.\nMaybe the path",
            'name = "a': r"is not TOML: .*\nMaybe a quote",
        }
        for text, expected in mistakes.items():
            with self.subTest(text), self.assertRaisesRegex(BuildError, expected):
                self.spec(text)


class OrderTest(unittest.TestCase):
    @staticmethod
    def image(name: str, parent: str | None = None) -> Spec:
        return Spec(Path(name + ".toml"), name, parent, "bookworm", None)

    def test_parents_come_first(self) -> None:
        images = [self.image("a", "c"), self.image("b"), self.image("c", "b"), self.image("d", "kept")]
        self.assertEqual(["b", "d", "c", "a"], [spec.name for spec in parents_first(images, {"kept"})])

    def test_unknown_parents_twins_and_circles_are_refused(self) -> None:
        for images, expected in (([self.image("a", "x")], r"\(a\).*\(x\).*\nMaybe"), ([self.image("a"), self.image("a")], "twice"),
                                 ([self.image("a", "b"), self.image("b", "a")], "built from each other")):
            with self.assertRaisesRegex(BuildError, expected):
                parents_first(images, set())


class RecipeTest(Folder):
    def digest(self, text: str, parent: str | None = None) -> str:
        return recipe_digest(self.spec(text), "amd64", parent)

    def test_changes_with_content_mode_and_parent_only(self) -> None:
        text = 'name = "a"\nfrom = "b"\n[[files]]\nsource = "app"\ntarget = "/opt"\n'
        (self.folder / "app").mkdir()
        file = self.folder / "app/run.py"
        file.write_text("1")
        first = self.digest(text, "sha256:1")
        (self.folder / "app/__pycache__").mkdir()
        (self.folder / "app/__pycache__/run.pyc").write_text("left out")
        file.touch()
        self.assertEqual(first, self.digest(text, "sha256:1"))
        self.assertNotEqual(first, self.digest(text, "sha256:2"))
        file.chmod(0o755)
        second = self.digest(text, "sha256:1")
        file.write_text("2")
        self.assertEqual(3, len({first, second, self.digest(text, "sha256:1")}))

    def test_an_image_is_its_layers_start_and_env_not_its_name(self) -> None:
        layers = [{"digest": "sha256:1", "size": 5}]
        digests = [image_manifest(arch, layers, ["/x"], env)["digest"]
                   for arch, env in (("amd64", {}), ("arm64", {}), ("amd64", {"X": "1"}))]
        self.assertEqual(digests[0], digests[1])
        self.assertNotEqual(digests[0], digests[2])


class ArchiveTest(unittest.TestCase):
    DEB822 = ("Types: deb\n# old\nURIs: http://archive.example/debian\nSuites: bookworm bookworm-updates trixie\nComponents: main contrib\n"
              "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg\n\n"
              "Types: deb\nURIs: http://other.example/tool\nSuites: bookworm\nComponents: main\nSigned-By: /usr/share/keyrings/tool.gpg\n")

    def test_takes_debians_sources_of_the_suite_and_no_others(self) -> None:
        text = debian_sources({"debian.sources": self.DEB822, "security.list":
                               "deb [arch=amd64] http://archive.example/security bookworm-security main\n# deb http://x.example y main\n"},
                               "bookworm")
        self.assertEqual(["http://archive.example/debian bookworm", "http://archive.example/debian bookworm-updates",
                          "http://archive.example/security bookworm-security"],
                         [" ".join(line.split(": ")[1] for line in stanza.splitlines()[1:3]) for stanza in text.split("\n\n")])

    def test_a_suite_apt_does_not_know_is_told(self) -> None:
        with self.assertRaisesRegex(BuildError, r"\(sid\)\.\nMaybe add it"):
            debian_sources({"debian.sources": self.DEB822}, "sid")


class LastWordsTest(Folder):
    def test_tells_the_error_but_no_address(self) -> None:
        log = self.folder / "log"
        log.write_text("Reading…\nE: Failed to fetch http://user:secret@archive.example/debian 404\nI: done\n")
        self.assertEqual("E: Failed to fetch (archive) 404", last_words(log))


if __name__ == "__main__":
    unittest.main()
