"""GET and DELETE /carts/<basket>, POST /carts/<basket>/items, DELETE /carts/<basket>/items/<sock>, GET /health."""
from __future__ import annotations

import json

from flask import Response, jsonify, request
from shoplib.serve import serve
from shoplib.service import service

from .store import Baskets

BASKETS = Baskets()
app = service("carts", __name__, BASKETS.answers)


@app.get("/carts/<basket>")
def items(basket: str) -> Response:
    return jsonify(items=BASKETS.items(basket))


@app.post("/carts/<basket>/items")
def add(basket: str) -> tuple[Response, int]:
    """Body: {request, id, name, price, quantity}; the same `request` twice adds once."""
    item = request.get_json()
    note = json.dumps({"id": item["id"], "name": item["name"], "price": item["price"]}, sort_keys=True)
    count = BASKETS.add(basket, item["request"], item["id"], note, min(max(int(item["quantity"]), 1), 99))
    return jsonify(count=count), 201


@app.delete("/carts/<basket>")
def empty(basket: str) -> Response:
    """Answers with a body: waitress closes the connection after a 204, which would cost the next call two more turns."""
    BASKETS.empty(basket)
    return jsonify(count=0)


@app.delete("/carts/<basket>/items/<sock>")
def remove(basket: str, sock: str) -> tuple[Response, int]:
    return jsonify(count=BASKETS.remove(basket, sock)), 200


serve(app, "carts", 8081)
