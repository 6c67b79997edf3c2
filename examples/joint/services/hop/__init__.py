"""Owns: a service that says who it is, who asked it, and what those answered whom it asked in turn.

Must not know: where anybody is. It follows names, as every service that may be moved has to.
"""
