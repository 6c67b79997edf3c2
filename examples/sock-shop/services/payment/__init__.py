"""Owns: whether an amount may be charged. Must not know: anything about cards; this shop takes no money."""
