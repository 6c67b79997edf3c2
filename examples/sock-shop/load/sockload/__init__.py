"""Owns: sending shop requests in an open or a closed loop and telling what came back.

Must not know: how the shop is deployed. It sees one name or one URL, as a user does.
"""
