"""What needs no machine: recipe, names, command lines, and what is read from a node."""
from __future__ import annotations

import contextlib
import io
import sys
import unittest
from dataclasses import replace
from ipaddress import IPv4Network
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from caravan_stock_node import network, qemu, verbs  # noqa: E402 (the path must be set first)
from caravan_stock_node.cli import main  # noqa: E402
from caravan_stock_node.errors import StockNodeError  # noqa: E402
from caravan_stock_node.ground import Ground  # noqa: E402
from caravan_stock_node.recipe import Recipe  # noqa: E402

from . import copy_of  # noqa: E402

GROUND = Ground(Path("/somewhere"), "cvk", IPv4Network("198.18.77.0/24"))


class Parts(unittest.TestCase):
    def test_the_digest_changes_with_everything_an_image_is_made_of(self) -> None:
        recipe = Recipe()
        others = [replace(recipe, suite="trixie"), replace(recipe, packages=recipe.packages[1:]), replace(recipe, offered=()),
                  replace(recipe, files={**recipe.files, "etc/motd": "x"}), replace(recipe, disabled=()), replace(recipe, disk_bytes=2**32)]
        self.assertEqual(len(others) + 1, len({one.digest for one in [recipe, *others]}))
        self.assertEqual(recipe.digest, Recipe().digest)
        self.assertRegex(recipe.name, r"^stock-node-bookworm-amd64-[0-9a-f]{12}$")

    def test_addresses_follow_the_network(self) -> None:
        self.assertEqual(("198.18.77.1", "198.18.77.2", "fdca:198:18:77::2"),
                         (str(GROUND.machine_address), str(GROUND.node_address), str(GROUND.node_address6)))
        self.assertIn("address 198.18.77.2/24\n  gateway 198.18.77.1", verbs.interfaces(GROUND))
        self.assertIn("link set cable master lan", network.inside(GROUND))
        self.assertIn("link add cvk-stock type veth peer name cable netns cvk-stock", network.outside(GROUND))

    def test_names_that_the_kernel_or_a_shell_would_misread_are_refused(self) -> None:
        for prefix in ("", "Cvk", "-x", "ninechars", "a b", "a;b"):
            with self.subTest(prefix=prefix), self.assertRaisesRegex(StockNodeError, r"(?s)prefix \(.*Maybe "):
                Ground(Path("/somewhere"), prefix, IPv4Network("198.18.77.0/24"))
        with self.assertRaisesRegex(StockNodeError, "too small"):
            Ground(Path("/somewhere"), "cvk", IPv4Network("198.18.77.0/25"))

    def test_the_processor_is_the_machines_own_only_under_kvm(self) -> None:
        emulated, own = (qemu.command("amd64", name, Path("/i"), Path("/d"), Path("/p")) for name in ("tcg", "kvm"))
        self.assertEqual("qemu-system-x86_64", emulated[0])
        self.assertIn("root=/dev/vda rw console=ttyS0 net.ifnames=0", emulated)
        self.assertEqual(("qemu64", "host"), tuple(words[words.index("-cpu") + 1] for words in (emulated, own)))

    def test_the_other_architecture_has_its_own_image_and_emulator(self) -> None:
        self.assertIn("-arm64-", Recipe("arm64").name)
        self.assertIn("linux-image-cloud-arm64", Recipe("arm64").included)
        self.assertEqual(("mbw:arm64",), Recipe("arm64").downloads)
        words = qemu.command("arm64", "tcg", Path("/i"), Path("/d"), Path("/p"))
        self.assertEqual("qemu-system-aarch64", words[0])
        self.assertIn("console=ttyAMA0", words[words.index("-append") + 1])

    def test_a_wrong_command_line_ends_with_2_and_an_error_with_1(self) -> None:
        for words in (["fly"], ["up", "--mgmt", "198.18.77.1/24"], ["up", "--arch", "riscv"], []):
            with self.subTest(words=words), contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as ended:
                main(words)
            self.assertEqual(2, ended.exception.code)
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(1, main(["--prefix", "Not-A-Prefix", "status"]))
        self.assertIn("Maybe ", said.getvalue())

    def test_what_the_kernel_says_of_copies_is_read(self) -> None:
        text = ("copy pages.web.1.1\npid 77\nmemory.max 67108864\ncpu.max 25000 100000\nprofile lxc-x (enforce)\nSeccomp 2\n"
                "device /dev/null opens\ndevice /dev/vda refused\nmount /=rw,nosuid\ncopy pages.store.1.1\n")
        copies = copy_of.read(text)
        self.assertEqual({"web", "store"}, set(copies))
        self.assertEqual("25000 100000", copies["web"].facts["cpu.max"])
        self.assertEqual({"/": "rw,nosuid"}, copies["web"].mounts)
        self.assertEqual({"/dev/null": True, "/dev/vda": False}, copies["web"].devices)
        with self.assertRaisesRegex(ValueError, "cannot open"):
            copy_of.read("the node itself cannot open /dev/vda\n" + text)
        self.assertTrue(copies["web"].running)
        self.assertFalse(copies["store"].running)


if __name__ == "__main__":
    unittest.main()
