"""Pure parts: no root, no OpenStack."""
import sys
import unittest
from ipaddress import IPv4Network
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(HERE), str(HERE.parent / "machines")]

from caravan_openstack.configuration import _glance, _neutron, _nova  # noqa: E402
from caravan_openstack.database import url  # noqa: E402
from caravan_openstack.layout import Cloud  # noqa: E402


class LayoutTest(unittest.TestCase):
    def test_two_clouds_share_nothing(self) -> None:
        one, other = Cloud(Path("/a")), Cloud(Path("/b"), "cvp", IPv4Network("198.18.41.0/24"))
        self.assertNotEqual(one.loopback, other.loopback)
        self.assertNotEqual(one.ground.namespace, other.ground.namespace)
        self.assertNotEqual(one.digest(), other.digest())
        self.assertNotEqual(one.anchor, other.anchor)

    def test_what_is_kept_serves_every_checkout(self) -> None:
        self.assertEqual(Cloud(Path("/a")).golden, Cloud(Path("/b")).golden)
        self.assertIn("/run/caravan-cvo/images", _glance(Cloud(Path("/a"))))
        self.assertIn("/run/caravan-cvo/mysql.sock", url(Cloud(Path("/a")), "nova"))

    def test_public_addresses_are_the_upper_half(self) -> None:
        self.assertEqual(IPv4Network("198.18.40.128/25"), Cloud(Path("/a")).floating)

    def test_processes_know_their_cloud_by_environment(self) -> None:
        cloud = Cloud(Path("/a"), "cvp", IPv4Network("198.18.41.0/24"))
        import os
        from unittest import mock
        with mock.patch.dict(os.environ, cloud.environment()):
            self.assertEqual(cloud, Cloud.of_environment())

    def test_everything_listens_on_loopback(self) -> None:
        cloud = Cloud(Path("/a"))
        for text in (_neutron(cloud), _nova(cloud)):
            for line in text.splitlines():
                if "http://" in line or line.startswith("my_ip"):
                    self.assertIn("127.0.40.1", line)


if __name__ == "__main__":
    unittest.main()
