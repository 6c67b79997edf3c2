"""An application that people change, as the bench has it."""
import threading

from . import scene


class Application:
    """One of them; only who holds its lock changes it."""

    def __init__(self, number: int) -> None:
        self.name = f"shop-{number}"
        self.number = number
        self.revision = 1
        self.replicas = 1
        self.deployed = False
        self.lock = threading.Lock()

    def model(self) -> dict[str, str]:
        return {"application.caravan": scene.application(self.name, self.number, self.revision, self.replicas)}
