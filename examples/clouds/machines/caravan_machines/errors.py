class MachinesError(Exception):
    """What, which value, whose; then a way out."""

    def __init__(self, what: str, maybe: str = "") -> None:
        super().__init__(f"{what}\nMaybe {maybe}" if maybe else what)


class NoCapacity(MachinesError):
    """The emulated provider has no room, as a fault or because its limit is reached."""


class Unknown(MachinesError):
    """There is no such machine or network."""
