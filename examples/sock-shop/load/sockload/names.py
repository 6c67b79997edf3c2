"""The address of the shop's name, as a good resolver of a user would know it.

Asks with the user's own subnet (RFC 7871), honours the answer's time to live, and keeps the last answer while the
server is unavailable (RFC 8767). A thread asks in the background: a slow name server must not slow the requests down.
"""
from __future__ import annotations

import ipaddress
import threading
import time
from dataclasses import dataclass

ANSWER_WITHIN = 1.0
"""Seconds for one question; then the last answer is kept."""
FIRST_WITHIN = 30.0
"""Seconds for the first answer: a datagram may be lost, or late on a busy machine."""
ASK_AGAIN = 1.0
"""Seconds until an unavailable name server is queried again, and the minimum time to live."""
SUBNET_BITS = {"ipv4": 24, "ipv6": 64}


@dataclass(frozen=True)
class Answer:
    addresses: tuple[str, ...]
    seconds: int


class NoAddress(Exception):
    """The name has no address; one sentence and one line `Maybe …`."""


def ask(name: str, server: tuple[str, int], source: str | None, family: str, subnet: str | None = None) -> Answer:
    """One question over UDP, over TCP when the answer was cut. It names the subnet of that address, or of the source."""
    import dns.edns
    import dns.message
    import dns.query
    import dns.rdatatype
    kind = dns.rdatatype.A if family == "ipv4" else dns.rdatatype.AAAA
    options = [dns.edns.ECSOption(subnet or source, SUBNET_BITS[family])] if subnet or source else []
    question = dns.message.make_query(name.rstrip(".") + ".", kind, use_edns=0, options=options)
    own = source if source and _same_family(source, server[0]) else None
    reply, _ = dns.query.udp_with_fallback(question, server[0], timeout=ANSWER_WITHIN, port=server[1], source=own)
    found = [entry for entry in reply.answer if entry.rdtype == kind]
    return Answer(tuple(record.address for entry in found for record in entry), min((entry.ttl for entry in found), default=0))


def _same_family(one: str, other: str) -> bool:
    return ipaddress.ip_address(one).version == ipaddress.ip_address(other).version


class FollowedName:
    """`address()` is always at once; without `follow` it stays the first one; `stale` counts questions that got no answer."""

    def __init__(self, name: str, server: tuple[str, int], source: str | None, family: str, follow: bool = True,
                 subnet: str | None = None) -> None:
        self._question = (name, server, source, family, subnet)
        self._stop, self.stale, self.changes = threading.Event(), 0, []
        first = self._first()
        if first is None or not first.addresses:
            raise NoAddress(f"The name server {server[0]}:{server[1]} gives no {family} address for ({name}).\n"
                             "Maybe the application is not deployed, or has no address of this family.")
        self._answer, self._turn = first, 0
        self.changes.append(first.addresses)
        self._thread = threading.Thread(target=self._follow, daemon=True)
        if follow:
            self._thread.start()

    def address(self) -> str:
        """The addresses of the present answer in turn."""
        self._turn += 1
        return self._answer.addresses[self._turn % len(self._answer.addresses)]

    def close(self) -> None:
        self._stop.set()

    def _follow(self) -> None:
        while not self._stop.wait(max(self._answer.seconds, ASK_AGAIN)):
            answer = self._asked()
            if answer is None or not answer.addresses:
                self.stale += 1
                continue
            if set(answer.addresses) != set(self._answer.addresses):
                self.changes.append(answer.addresses)
            self._answer = answer

    def _first(self) -> Answer | None:
        end = time.monotonic() + FIRST_WITHIN
        while (answer := self._asked()) is None and time.monotonic() < end and not self._stop.wait(0.1):
            pass
        return answer

    def _asked(self) -> Answer | None:
        import dns.exception
        try:
            return ask(*self._question)
        except (OSError, dns.exception.DNSException):
            return None
