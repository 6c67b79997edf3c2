"""What a user reads when a build cannot go on."""


class BuildError(Exception):
    """A failure the user can act on: one sentence with the value, then one line `Maybe …`."""

    def __init__(self, message: str, maybe: str) -> None:
        super().__init__(message)
        self.maybe = maybe

    def __str__(self) -> str:
        return f"{self.args[0]}\nMaybe {self.maybe}"
