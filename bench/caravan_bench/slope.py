"""Whether a figure rises with time, by least squares. Pure."""
import math
import statistics
from dataclasses import dataclass

_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Slope:
    """per_hour -- of the line through the samples; low and high -- its bounds at 95 %; level -- mean of the samples."""
    per_hour: float
    low: float
    high: float
    level: float

    def verdict(self, tolerated: float) -> str:
        """flat, rises, or undecided where the samples allow either.

        tolerated -- what it may rise by in an hour and still count as flat, in the unit of the samples
        """
        if self.low > tolerated:
            return "RISES"
        return "flat" if self.high <= tolerated else "undecided"


def slope(seconds: list[float], values: list[float]) -> Slope:
    """Residuals count as independent, which those of a process are not quite: the bounds are as narrow as they can be.

    seconds, values -- as many of each, at least 3, at different times
    """
    if len(seconds) < 3:
        raise ValueError("A slope needs three samples.")
    hours = [each / 3600 for each in seconds]
    rise, begin = statistics.linear_regression(hours, values)
    around = statistics.fmean(hours)
    spread = sum((hour - around) ** 2 for hour in hours)
    free = len(hours) - 2
    error = math.sqrt(sum((value - begin - rise * hour) ** 2 for hour, value in zip(hours, values)) / free / spread)
    margin = student(free) * error
    return Slope(rise, rise - margin, rise + margin, statistics.fmean(values))


def floors(seconds: list[float], values: list[float], size: int) -> tuple[list[float], list[float]]:
    """The least of each so many samples in a row, with the middle of their times: what is kept for good, without what comes and goes.

    A sawtooth with at most this many samples per period affects only maxima; a leak raises the minima. Windows end with the last sample; a
    remainder at the beginning is skipped.
    """
    first = len(values) % size
    windows = [slice(begin, begin + size) for begin in range(first, len(values), size)]
    return [statistics.fmean(seconds[window]) for window in windows], [min(values[window]) for window in windows]


def student(free: int) -> float:
    """Two-sided quantile of Student's distribution at 95 %; exact for 1 and 2 degrees of freedom, else within 1 % by the expansion of
    Cornish and Fisher."""
    share = (1 + _CONFIDENCE) / 2
    if free == 1:
        return math.tan(math.pi * (share - 0.5))
    if free == 2:
        return (2 * share - 1) / math.sqrt(2 * share * (1 - share))
    z = statistics.NormalDist().inv_cdf(share)
    return (z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3))
