"""Owns: turning a declarative spec into layers and a manifest in an image folder.

Must not know: nodes, containers, or how an image is started.
"""
