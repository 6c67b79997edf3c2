"""Owns: baskets, one Redis hash each, forgotten after a week.

Must not know: what a sock is beyond its id, name and price at the time it was put in.
"""
