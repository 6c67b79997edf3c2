"""Owns: the shop as processes on loopback, for tests and for the curious.

Must not know: Caravan, images or containers.
"""
