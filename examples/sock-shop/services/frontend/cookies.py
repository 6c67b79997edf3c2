"""What a shopper's browser keeps: a basket's random id, a session token, and two texts for the page's head."""
from __future__ import annotations

import re
import secrets
from urllib.parse import quote, unquote

from flask import Response, request

WEEK = 7 * 24 * 3600
BASKET = re.compile(r"[0-9a-f]{32}")


def basket() -> str:
    """The shopper's basket; a new one when there is none or when it was made up."""
    kept = request.cookies.get("basket", "")
    return kept if BASKET.fullmatch(kept) else secrets.token_hex(16)


def session() -> str | None:
    return request.cookies.get("session")


def shopper() -> dict[str, str]:
    """For every page's head; costs no call, because the cookies carry it."""
    count = request.cookies.get("count", "0")
    return {"name": unquote(request.cookies.get("shopper", "")), "count": count if count.isdigit() else "0"}


def keep_basket(response: Response, basket_id: str, count: int) -> Response:
    _keep(response, "basket", basket_id)
    _keep(response, "count", str(count))
    return response


def keep_session(response: Response, token: str, name: str) -> Response:
    _keep(response, "session", token)
    _keep(response, "shopper", quote(name))
    return response


def forget_session(response: Response) -> Response:
    response.delete_cookie("session")
    response.delete_cookie("shopper")
    return response


def _keep(response: Response, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=WEEK, httponly=True, samesite="Lax")
