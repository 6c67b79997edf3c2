"""The one error a user sees: what is wrong, with its value; then what may help."""


class StockNodeError(Exception):
    """Its text is shown as it is: complete sentences, no secret."""

    def __init__(self, what: str, maybe: str) -> None:
        super().__init__(f"{what}\nMaybe {maybe}")
