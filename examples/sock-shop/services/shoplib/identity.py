"""Who answers: set by Caravan in the container's environment, guessed elsewhere."""
from __future__ import annotations

import os
import socket


def served_by(service: str) -> str:
    """For people and for the load generator: `frontend:1 on pi-bergen-1 (bergen)`."""
    instance = os.environ.get("CARAVAN_INSTANCE", f"{service}:local")
    host = os.environ.get("CARAVAN_HOST", socket.gethostname())
    return f"{instance} on {host} ({os.environ.get('CARAVAN_SITE', 'no site')})"


def answers_reads(name: str) -> str:
    """Component that answers calls which only read: the read replica that Caravan assigned to this service, or the component itself."""
    return os.environ.get("CARAVAN_READS_" + name.upper().replace("-", "_"), name)


def peer_address(name: str, port: int) -> tuple[str, int]:
    """Host name and port of a peer: its component name, unless e.g. CARTS_DB_AT=127.0.0.1:7001 says otherwise."""
    text = os.environ.get(name.upper().replace("-", "_") + "_AT", f"{name}:{port}")
    host, _, digits = text.rpartition(":")
    return host.strip("[]"), int(digits)
