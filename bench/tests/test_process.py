"""What a Java process says of its heap."""
import unittest

from caravan_bench.errors import BenchError
from caravan_bench.process import heap_bytes

SERIAL = """4711:
 def new generation   total 78656K, used 1024K [0x00000000f0000000, 0x00000000f5550000, 0x00000000f5550000)
  eden space 69952K,   1% used [0x00000000f0000000, 0x00000000f0100000, 0x00000000f4450000)
 tenured generation   total 174784K, used 51200K [0x00000000f5550000, 0x0000000100000000, 0x0000000100000000)
   the space 174784K,  29% used [0x00000000f5550000, 0x00000000f8750000, 0x00000000f8750000, 0x0000000100000000)
 Metaspace       used 98304K, committed 99000K, reserved 1146880K
"""


class ProcessTest(unittest.TestCase):
    def test_what_was_kept_counts_and_what_was_made_since_does_not(self) -> None:
        self.assertEqual(51200 * 1024, heap_bytes(SERIAL))

    def test_another_collector_is_told(self) -> None:
        with self.assertRaises(BenchError):
            heap_bytes("ZHeap used 64M, capacity 256M")
