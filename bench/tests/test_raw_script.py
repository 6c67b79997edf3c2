"""The script that starts a container without Caravan."""
import platform
import subprocess
import unittest

from caravan_bench.containers import raw_script


def index(image: dict) -> dict:
    """As it lies in a folder of images."""
    return {"name": "x", "images": [{**image, "arch": "arm64", "start": ["/other"]},
                                    {**image, "arch": "amd64"}] if platform.machine() == "x86_64"
            else [{**image, "arch": "amd64", "start": ["/other"]}, {**image, "arch": "arm64"}]}


class RawScriptTest(unittest.TestCase):
    def test_the_topmost_layer_comes_first(self) -> None:
        text = raw_script(index({"layers": [{"digest": "sha256:aa"}, {"digest": "sha256:bb"}], "start": ["/opt/redis/start"]}))
        self.assertTrue(text.startswith("LAYERS=/var/lib/caravan/layers/bb:/var/lib/caravan/layers/aa\n"), text[:80])

    def test_bash_can_read_it(self) -> None:
        text = raw_script(index({"layers": [{"digest": "sha256:aa"}], "start": ["/bin/x", "it's"]}))
        self.assertEqual("", subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True).stderr)
