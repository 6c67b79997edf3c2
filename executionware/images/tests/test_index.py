"""The image folder: one name, several architectures; unikernels beside containers."""
from __future__ import annotations

import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from imagebuild.build import build_all  # noqa: E402
from imagebuild.errors import BuildError  # noqa: E402
from imagebuild.spec import read_spec  # noqa: E402
from imagebuild.store import Store, image_manifest  # noqa: E402


class IndexTest(unittest.TestCase):
    def setUp(self) -> None:
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)
        self.store = Store(self.folder / "images")

    def index(self, name: str) -> dict:
        return json.loads((self.store.manifests / f"{name}.json").read_text())

    def test_an_image_of_another_architecture_stays_and_one_of_the_same_is_replaced(self) -> None:
        for arch, start in (("arm64", "/a"), ("amd64", "/b"), ("amd64", "/c")):
            self.store.publish("shop/web", image_manifest(arch, [], [start], {}), "recipe of " + start)
        self.assertEqual([("amd64", ["/c"]), ("arm64", ["/a"])],
                         [(image["arch"], image["start"]) for image in self.index("shop/web")["images"]])
        self.assertEqual({"shop/web"}, self.store.names("arm64"))
        self.assertIsNotNone(self.store.up_to_date("shop/web", "amd64", "recipe of /c"))
        self.assertIsNone(self.store.up_to_date("shop/web", "arm64", "recipe of /c"))

    def test_a_manifest_of_the_older_form_is_read_as_an_index_of_one(self) -> None:
        (self.store.manifests / "old").mkdir(parents=True)
        (self.store.manifests / "old/web.json").write_text('{"name": "old/web", "arch": "amd64", "layers": [], "start": [], "env": {}}')
        self.assertIsNotNone(self.store.manifest("old/web", "amd64"))
        self.assertEqual(set(), self.store.names("arm64"))

    def test_a_unikernel_is_its_kernel_as_it_is(self) -> None:
        (self.folder / "kernel.elf").write_bytes(b"\x7fELF front end")
        spec = self.folder / "uni.toml"
        spec.write_text('name = "shop/uni"\nkernel = "kernel.elf"\nstart = ["quiet"]\n')
        said: list[str] = []
        with self.store.locked():
            build_all([read_spec(spec)], self.store, "amd64", False, said.append)
            build_all([read_spec(spec)], self.store, "amd64", False, said.append)
        self.assertIn("unchanged", said[-1])
        image = self.index("shop/uni")["images"][0]
        self.assertEqual("unikernel", image["kind"])
        self.assertEqual(b"\x7fELF front end", self.store.layer_path(image["layers"][0]["digest"], "unikernel").read_bytes())
        with self.assertRaisesRegex(BuildError, "another kind"):
            self.store.publish("shop/uni", image_manifest("arm64", [], [], {}), "a container")

    def test_nothing_is_built_into_a_kernel(self) -> None:
        spec = self.folder / "uni.toml"
        (self.folder / "k").touch()
        spec.write_text('name = "shop/uni"\nkernel = "k"\npackages = ["tini"]\n')
        with self.assertRaisesRegex(BuildError, "packages.*\nMaybe leave them out"):
            read_spec(spec)
        spec.write_text('name = "shop/uni"\nkernel = "none"\n')
        with self.assertRaisesRegex(BuildError, "does not exist"):
            read_spec(spec)


if __name__ == "__main__":
    unittest.main()
