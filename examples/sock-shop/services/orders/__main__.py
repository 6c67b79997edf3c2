"""POST /orders, GET /orders/<id>, GET /health."""
from __future__ import annotations

from flask import Response, jsonify, request
from shoplib.database import Database
from shoplib.peers import Peer
from shoplib.serve import serve
from shoplib.service import service

from . import store

DATABASE = Database("orders-db", "orders")
ACCOUNTS, CARTS = Peer("accounts", 8083), Peer("carts", 8081)
PAYMENT, SHIPPING = Peer("payment", 8084), Peer("shipping", 8085)
PARCEL_PRICE = 49
"""Kroner for any number of socks."""

app = service("orders", __name__, DATABASE.answers)


@app.post("/orders")
def order() -> tuple[Response, int]:
    """Body: {id, customer, basket}; the same id twice is one order."""
    wanted = request.get_json()
    status, customer = ACCOUNTS.get(f"/customers/{wanted['customer']}")
    if status != 200:
        return jsonify(customer), status
    items = CARTS.get(f"/carts/{wanted['basket']}")[1]["items"]
    if not items:
        return jsonify(error="The basket is empty."), 409
    total = sum(item["price"] * item["quantity"] for item in items) + PARCEL_PRICE
    status, paid = PAYMENT.call("POST", "/payments", {"id": wanted["id"], "amount": total})
    if status != 201:
        return jsonify(paid), status
    parcel = SHIPPING.call("POST", "/parcels", {"id": wanted["id"], "address": customer["address"]})[1]["tracking"]
    made = {"id": wanted["id"], "customer": customer["id"], "total": total, "tracking": parcel}
    store.keep(DATABASE, made, items)
    return jsonify(**made, items=items, address=customer["address"], parcelPrice=PARCEL_PRICE), 201


@app.get("/orders/<order>")
def kept(order: str) -> tuple[Response, int]:
    """Two questions, three turns; 404 also for another customer's order."""
    found = store.find(DATABASE, order, request.args.get("customer", 0, int))
    return (jsonify(**found, parcelPrice=PARCEL_PRICE), 200) if found else (jsonify(error=f"There is no order ({order})."), 404)


serve(app, "orders", 8082)
