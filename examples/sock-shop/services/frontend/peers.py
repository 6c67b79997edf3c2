"""What the front end asks the other services, in the shop's words."""
from __future__ import annotations

import uuid
from urllib.parse import quote, urlencode

from shoplib.link import PeerAway
from shoplib.peers import Peer

CATALOGUE, CARTS = Peer("catalogue", 8080), Peer("carts", 8081)
ORDERS, ACCOUNTS = Peer("orders", 8082), Peer("accounts", 8083)


def catalogue_answers() -> bool:
    """Without the catalogue there is no page to show."""
    return CATALOGUE.get("/health", 0.5)[0] == 200


def socks(**query: object) -> dict:
    return _found(CATALOGUE.get("/catalogue?" + urlencode({key: value for key, value in query.items() if value})))


def sock(sock_id: str) -> dict | None:
    status, answer = CATALOGUE.get(f"/catalogue/{quote(sock_id, safe='')}")
    return None if status == 404 else _found((status, answer))


def basket_items(basket: str) -> list[dict]:
    return _found(CARTS.get(f"/carts/{basket}"))["items"]


def add_to_basket(basket: str, chosen: dict, quantity: int) -> int:
    """The number of pairs afterwards; the request's own id makes a repeated call harmless."""
    item = {"request": uuid.uuid4().hex, "quantity": quantity, **{key: chosen[key] for key in ("id", "name", "price")}}
    return _found(CARTS.call("POST", f"/carts/{basket}/items", item))["count"]


def remove_from_basket(basket: str, sock_id: str) -> int:
    return _found(CARTS.call("DELETE", f"/carts/{basket}/items/{quote(sock_id, safe='')}"))["count"]


def empty_basket(basket: str) -> None:
    _found(CARTS.call("DELETE", f"/carts/{basket}"))


def login(name: str, password: str) -> dict | None:
    status, answer = ACCOUNTS.call("POST", "/sessions", {"login": name, "password": password})
    return None if status == 401 else _found((status, answer))


def customer(token: str | None) -> dict | None:
    if not token:
        return None
    status, answer = ACCOUNTS.get(f"/sessions/{quote(token, safe='')}")
    return None if status == 404 else _found((status, answer))


def order(customer_id: int, basket: str) -> tuple[int, dict]:
    """201 and the order, or 409 and why not."""
    status, answer = ORDERS.call("POST", "/orders", {"id": uuid.uuid4().hex, "customer": customer_id, "basket": basket})
    return (status, answer) if status in (402, 409) else (status, _found((status, answer)))


def kept_order(order_id: str, customer_id: int) -> dict | None:
    status, answer = ORDERS.get(f"/orders/{quote(order_id, safe='')}?customer={customer_id}")
    return None if status == 404 else _found((status, answer))


def _found(answer: tuple[int, object]) -> dict:
    if answer[0] >= 300:
        raise PeerAway(f"a peer answered {answer[0]}")
    return answer[1]  # type: ignore[return-value]
