import socket
import struct
import threading
import unittest
from ipaddress import IPv4Network, IPv6Network

from caravan_testbed import dns

_OSLO = IPv4Network("10.2.11.0/24")


def _answer(query: bytes, *records: tuple[int, bytes]) -> bytes:
    """What a server says: the question, then records whose names point to it."""
    end_of_question = dns._after_name(query, 12) + 4
    body = b"".join(b"\xc0\x0c" + struct.pack("!HHIH", type, 1, 1, len(data)) + data for type, data in records)
    return query[:2] + b"\x81\x80" + struct.pack("!HHHH", 1, len(records), 0, 0) + query[12:end_of_question] + body


class DnsTest(unittest.TestCase):
    def test_question_carries_the_subnet_of_the_users(self) -> None:
        question = dns.question(b"\x12\x34", "web.shop.caravan.", 4, _OSLO)
        self.assertEqual("1234010000010000000000010377656204" "73686f700763617261" "76616e0000010001"
                         "00002904d000000000000b00080007000118000a020b", question.hex())

    def test_ipv6_subnet(self) -> None:
        question = dns.question(b"\0\0", "web", 6, IPv6Network("fd4e:2:b::/64"))
        self.assertTrue(question.hex().endswith("0008000c00024000fd4e0002000b0000"))

    def test_addresses_in_the_servers_order_without_aliases(self) -> None:
        query = dns.question(b"\0\0", "web", 4, _OSLO)
        answer = _answer(query, (5, b"\x01x\0"), (1, bytes([10, 1, 6, 100])), (1, bytes([10, 5, 6, 100])))
        self.assertEqual(["10.1.6.100", "10.5.6.100"], dns.addresses(answer, 4))

    def test_a_late_answer_to_another_question_is_skipped(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
            server.bind(("127.0.0.1", 0))

            def serve() -> None:
                query, client = server.recvfrom(4096)
                wrong = bytes([query[0] ^ 1]) + query[1:]
                server.sendto(_answer(wrong, (1, bytes([10, 0, 0, 9]))), client)
                server.sendto(_answer(query, (1, bytes([10, 1, 6, 100]))), client)

            thread = threading.Thread(target=serve)
            thread.start()
            self.assertEqual(["10.1.6.100"], dns.resolve("web", 4, _OSLO, server.getsockname()))
            thread.join()
