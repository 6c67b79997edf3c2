"""Owns: a service as thin as it can be, which still asks another one for every request and ends without losing one.

Must not know: where its peer is. It follows the name, as every service that may be moved has to.
"""
