"""Which kinds of request are sent how often, after Tables 4 and 5 of the paper (Nguyen et al., SEC 2019)."""
from __future__ import annotations

import random
from typing import Iterator

HOME, BASKET, EMPTY, ADD = "GET /", "GET /basket.html", "DELETE /cart", "POST /cart"
LISTING, CATEGORY, DETAIL, LOGIN, ORDER = "GET /catalogue", "GET /category.html", "GET /detail.html", "GET /login", "POST /orders"

MIXES: dict[str, dict[str, int]] = {
    "default": {HOME: 110, BASKET: 111, EMPTY: 110, ADD: 111, LISTING: 117, CATEGORY: 111, DETAIL: 111, LOGIN: 111, ORDER: 117},
    "read-only": {BASKET: 1000, LISTING: 1000},
    "write": {EMPTY: 110, ADD: 111, ORDER: 117},
    "home": {HOME: 1},
    "browse": {HOME: 110, CATEGORY: 111, DETAIL: 111, LISTING: 117},
}


def kinds(mix: str, seed: int) -> Iterator[str]:
    """An endless sequence: the mix as a pack of cards, shuffled again after each round."""
    pack = [kind for kind, count in MIXES[mix].items() for _ in range(count)]
    order = random.Random(seed)
    while True:
        order.shuffle(pack)
        yield from pack
