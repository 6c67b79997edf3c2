import unittest
from dataclasses import replace

from caravan_testbed import degrading, network
from caravan_testbed.description_reader import read_description
from caravan_testbed.errors import TestbedError
from caravan_testbed.shape import Degradation, Shape
from tests.support import TESTBED

_SHAPE = Shape(rate_bps=96_000_000, delay_us=1000, queue_bytes=120_000)


class DegradingTest(unittest.TestCase):
    def test_rtt_is_split_over_both_directions(self) -> None:
        self.assertEqual(201_000, degrading.parse_changes(["rtt", "+400ms"]).apply(_SHAPE).delay_us)

    def test_several_changes_at_once(self) -> None:
        changed = degrading.parse_changes(["rate", "1Mbit/s", "loss", "2%"]).apply(_SHAPE)
        self.assertEqual(replace(_SHAPE, rate_bps=1_000_000, loss_ppm=20_000), changed)

    def test_repeating_replaces_and_other_quantities_stay(self) -> None:
        both = Degradation(added_rtt_us=400_000, loss_ppm=20_000)
        self.assertEqual(replace(both, added_rtt_us=100_000), both.updated_by(degrading.parse_changes(["rtt", "+100ms"])))

    def test_mistakes(self) -> None:
        for words, message in ((["rtt", "400ms"], r"\(400ms\).*does not start with \+"), (["speed", "1Mbit/s"], r"\(speed\)"),
                               (["rate"], r"\(rate\) is not pairs"), (["loss", "200%"], r"\(200%\).*above 100")):
            with self.assertRaisesRegex(TestbedError, message):
                degrading.parse_changes(words)

    def test_links_meant(self) -> None:
        pair = read_description(TESTBED / "pair.toml")
        self.assertEqual(["west.Fibre", "west.Adsl"], degrading.links_meant(pair, "west"))
        self.assertEqual(["west.Adsl"], degrading.links_meant(pair, "west.Adsl"))
        self.assertEqual(5, len(degrading.links_meant(pair, None)))
        with self.assertRaisesRegex(TestbedError, r"\(west.Cable\).*does not exist.\nMaybe use one of \[east"):
            degrading.links_meant(pair, "west.Cable")

    def test_difference_names_only_what_changed(self) -> None:
        before = network.wan_links(read_description(TESTBED / "pair.toml"), "cvn")
        change = degrading.parse_changes(["rtt", "+400ms"])
        after = [replace(link, shapes={key: change.apply(shape) for key, shape in link.shapes.items()}) if link.name == "east.Adsl"
                 else link for link in before]
        self.assertEqual(["east.Adsl up ipv4: rate 1 Mbit/s  delay 15 ms  queue 30 kB  loss 0 %  ->  "
                          "rate 1 Mbit/s  delay 215 ms  queue 30 kB  loss 0 %",
                          "east.Adsl down ipv4: rate 16 Mbit/s  delay 15 ms  queue 200 kB  loss 0 %  ->  "
                          "rate 16 Mbit/s  delay 215 ms  queue 200 kB  loss 0 %"], degrading.difference(before, after))
