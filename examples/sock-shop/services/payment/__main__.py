"""POST /payments, GET /health."""
from __future__ import annotations

from flask import Response, jsonify, request
from shoplib.serve import serve
from shoplib.service import service

LIMIT = 100_000
"""Kroner; more than that is a mistake in a sock shop."""

app = service("payment", __name__, lambda: True)


@app.post("/payments")
def pay() -> tuple[Response, int]:
    """Body: {id, amount}; the answer depends on nothing else, so asking twice is asking once."""
    wanted = request.get_json()
    if not 0 < wanted["amount"] <= LIMIT:
        return jsonify(error=f"The amount ({wanted['amount']} kr) is not between 1 and {LIMIT} kr."), 402
    return jsonify(id=wanted["id"], authorised=True), 201


serve(app, "payment", 8084)
