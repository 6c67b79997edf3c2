"""A stock Debian machine in QEMU with a network of its own, for tests that need systemd and control groups v2.

Knows nothing of Caravan: what Caravan does to a machine is done by Caravan, over SSH.
"""
