"""Owns: orders: gathers customer, basket, payment and parcel for one, and keeps it.

Must not know: how a page shows it.
"""
