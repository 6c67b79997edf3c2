"""What ends a part of the bench early; its text is for a person."""


class BenchError(Exception):
    """Something did not work: what, which value; then what may help."""

    def __init__(self, what: str, maybe: str) -> None:
        super().__init__(f"{what}\n    Maybe {maybe}")


class Skipped(Exception):
    """This machine cannot show these figures; the text says why."""


class Refused(BenchError):
    """The server answered, and not as was asked; code is that of its problem, empty if it said none."""

    def __init__(self, status: int, code: str, what: str) -> None:
        super().__init__(what, "run the bench again.")
        self.status = status
        self.code = code
