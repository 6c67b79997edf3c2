"""Owns: what every service of the shop needs alike: serving, stopping, health, and links to named peers.

Must not know: socks, baskets or orders.
"""
