"""Owns: customers, their addresses, cards and sessions.

Must not know: what they buy. Passwords are kept as salted scrypt, session tokens as SHA-256.
"""
