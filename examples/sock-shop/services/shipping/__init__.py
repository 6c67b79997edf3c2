"""Owns: tracking numbers of parcels. Must not know: what is in them."""
