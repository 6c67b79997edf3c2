"""Following a name: a tiny name server on loopback moves it and then goes away."""
from __future__ import annotations

import socket
import sys
import threading
import unittest
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "load"))

try:
    import dns.flags
    import dns.message
    import dns.rrset
except ImportError:
    dns = None

from sockload.names import FollowedName, NoAddress  # noqa: E402

PATIENCE_S = 120


class NameServer:
    """Answers A questions with `address` (nothing when it is empty), notes client subnets, and counts."""

    def __init__(self) -> None:
        self.address, self.subnets, self.asked = "10.5.1.100", [], threading.Condition()
        self.questions = 0
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.place = self._socket.getsockname()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
            end.sendto(b"", self.place)
        self._thread.join()
        self._socket.close()

    def await_questions(self, state: Callable[[], bool]) -> bool:
        """Until a state that each answered question may bring."""
        with self.asked:
            return self.asked.wait_for(state, PATIENCE_S)

    def _serve(self) -> None:
        while True:
            packet, client = self._socket.recvfrom(4096)
            if not packet:
                return
            question = dns.message.from_wire(packet)
            answer = dns.message.make_response(question)
            if self.address:
                answer.answer.append(dns.rrset.from_text(question.question[0].name, 1, "IN", "A", self.address))
            # Noted before the answer, since who has the answer looks at it; counted after, since who counts looks at the asker.
            self.subnets += [(option.address, option.srclen) for option in question.options]
            self._socket.sendto(answer.to_wire(), client)
            with self.asked:
                self.questions += 1
                self.asked.notify_all()


@unittest.skipIf(dns is None, "SKIPPED: python3-dnspython is not installed for this Python")
class FollowedNameTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = NameServer()

    def follow(self) -> FollowedName:
        name = FollowedName("frontend.sock-shop.caravan", self.server.place, "127.0.0.9", "ipv4")
        self.addCleanup(name.close)
        return name

    def test_tells_its_subnet_follows_a_move_and_outlives_the_server(self) -> None:
        name = self.follow()
        # A question may be repeated.
        self.assertEqual(("10.5.1.100", {("127.0.0.0", 24)}), (name.address(), set(self.server.subnets)))
        self.server.address = "10.1.7.101"
        self.assertTrue(self.server.await_questions(lambda: self.server.questions >= 3 and name.address() == "10.1.7.101"))
        self.server.close()
        self.assertEqual("10.1.7.101", name.address(), "the last answer is kept while the server is away")

    def test_a_name_without_an_address_is_an_error_for_people(self) -> None:
        self.addCleanup(self.server.close)
        self.server.address = ""
        with self.assertRaisesRegex(NoAddress, r"(?s)frontend\.sock-shop\.caravan.*\nMaybe the application is not deployed"):
            self.follow()


if __name__ == "__main__":
    unittest.main()
