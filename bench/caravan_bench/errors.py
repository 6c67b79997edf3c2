"""What ends a part of the bench early; its text is for a person."""


class BenchError(Exception):
    """Something did not work: what, which value; then what may help."""

    def __init__(self, what: str, maybe: str) -> None:
        super().__init__(f"{what}\n    Maybe {maybe}")


class Skipped(Exception):
    """This machine cannot show these figures; the text says why."""
