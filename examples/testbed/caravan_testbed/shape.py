"""What a link does to packets in one direction for one IP version, and what `degrade` makes of it."""
from dataclasses import dataclass, replace

from . import quantities


@dataclass(frozen=True)
class Shape:
    rate_bps: int
    delay_us: int  # one way
    queue_bytes: int
    loss_ppm: int = 0

    def text(self) -> str:
        return (f"rate {quantities.rate_text(self.rate_bps)}  delay {quantities.time_text(self.delay_us)}  "
                f"queue {quantities.size_text(self.queue_bytes)}  loss {quantities.loss_text(self.loss_ppm)}")


@dataclass(frozen=True)
class Degradation:
    """Changes to both directions of a link; a field that is None leaves the described value."""
    added_rtt_us: int | None = None
    rate_bps: int | None = None
    loss_ppm: int | None = None

    def apply(self, shape: Shape) -> Shape:
        if self.added_rtt_us is not None:
            shape = replace(shape, delay_us=shape.delay_us + self.added_rtt_us // 2)
        if self.rate_bps is not None:
            shape = replace(shape, rate_bps=self.rate_bps)
        if self.loss_ppm is not None:
            shape = replace(shape, loss_ppm=self.loss_ppm)
        return shape

    def updated_by(self, newer: "Degradation") -> "Degradation":
        """A repeated degrade of the same quantity replaces the earlier one, so that repeating a command changes nothing."""
        set_fields = {name: value for name, value in vars(newer).items() if value is not None}
        return replace(self, **set_fields)

    def text(self) -> str:
        parts = []
        if self.added_rtt_us is not None:
            parts.append(f"rtt +{quantities.time_text(self.added_rtt_us)}")
        if self.rate_bps is not None:
            parts.append(f"rate {quantities.rate_text(self.rate_bps)}")
        if self.loss_ppm is not None:
            parts.append(f"loss {quantities.loss_text(self.loss_ppm)}")
        return ", ".join(parts)
