"""Owns: the pages, the cookies of a shopper, and the nine kinds of request that users send.

Must not know: any database. It keeps nothing between two requests, so that it may be moved or doubled at any time.
"""
