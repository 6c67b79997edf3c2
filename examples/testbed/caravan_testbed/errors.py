"""The one error a user sees: what is wrong, with which value, whose it is; then what may help."""


class TestbedError(Exception):
    """Its text is shown as it is, so it is complete sentences and holds no secret."""

    def __init__(self, what: str, maybe: str) -> None:
        super().__init__(f"{what}\nMaybe {maybe}")
