"""Owns: which socks there are and what they cost; asks the database with one small question at a time, as the paper's shop did.

Must not know: who buys them.
"""
