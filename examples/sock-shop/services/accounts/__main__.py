"""POST /sessions, GET /sessions/<token>, GET /customers/<id>, GET /health."""
from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import threading

from flask import Response, jsonify, request
from shoplib.database import Database, shop_password
from shoplib.serve import serve
from shoplib.service import service

from . import tokens

DATABASE = Database("accounts-db", "accounts")
app = service("accounts", __name__, DATABASE.answers)


SIGNED = os.environ.get("SHOP_SESSIONS") == "signed"
"""Sessions as the shop of the paper has them: not in the database. A token is the customer with a signature, so that a login only reads."""
if SIGNED and not shop_password():
    raise SystemExit("SHOP_SESSIONS=signed needs the password of the databases as key, which is empty.\n"
                     "Maybe set the secret db-password, or the variable SHOP_DB_PASSWORD.")

ONE_AT_A_TIME = threading.Lock()
"""A hash takes 4 MiB: eight at once once cost this service its life in a container of 64 MiB."""


@app.post("/sessions")
def login() -> tuple[Response, int]:
    """Body: {login, password}. Two questions, with begin and commit: four round trips, seven turns; signed: three questions, five turns."""
    wanted = request.get_json()
    found = DATABASE.rows("SELECT id, name, salt, hash FROM customer WHERE login = %s", wanted["login"])
    if not found or not _right(wanted["password"], found[0]):
        return jsonify(error="Name or password is wrong."), 401
    if SIGNED:
        _attributes(found[0]["id"])  # the paper's shop reads them with the customer
        return jsonify(token=tokens.signed(f"{found[0]['id']}.{found[0]['name']}", shop_password()), customer=found[0]["id"],
                       name=found[0]["name"]), 201
    token = secrets.token_urlsafe(24)
    DATABASE.transaction(lambda cursor: cursor.execute(
        "INSERT INTO session (token, customer) VALUES (%s, %s)", (_digest(token), found[0]["id"])))
    return jsonify(token=token, customer=found[0]["id"], name=found[0]["name"]), 201


@app.get("/sessions/<token>")
def session(token: str) -> tuple[Response, int]:
    """One question, one turn; of the primary, because a replica can lack a session that has just begun. Signed: no question.

    The key of signatures is the password of the databases, which all copies of this service have."""
    if SIGNED:
        customer, _, name = tokens.text_of(token, shop_password()).partition(".")
        return (jsonify(id=int(customer), name=name), 200) if customer else (jsonify(error="This token has no valid signature."), 404)
    found = DATABASE.newest_rows("SELECT customer.id, customer.name FROM session JOIN customer ON customer.id = session.customer"
                          " WHERE session.token = %s AND session.begun > NOW() - INTERVAL 7 DAY", _digest(token))
    return (jsonify(found[0]), 200) if found else (jsonify(error="This token belongs to no session."), 404)


@app.get("/customers/<int:customer>")
def checkout_data(customer: int) -> tuple[Response, int]:
    """Three questions, five turns, as the paper counted for its user service."""
    found = DATABASE.rows("SELECT id, name FROM customer WHERE id = %s", customer)
    if not found:
        return jsonify(error=f"There is no customer ({customer})."), 404
    return jsonify(**found[0], **_attributes(customer)), 200


def _attributes(customer: int) -> dict[str, dict]:
    address = DATABASE.rows("SELECT street, postcode, city, country FROM address WHERE customer = %s", customer)
    card = DATABASE.rows("SELECT last_digits, expires FROM card WHERE customer = %s", customer)
    return {"address": address[0], "card": card[0]}


def _right(password: str, customer: dict) -> bool:
    with ONE_AT_A_TIME:
        given = hashlib.scrypt(password.encode(), salt=bytes.fromhex(customer["salt"]), n=4096, r=8, p=1, dklen=32)
    return hmac.compare_digest(given.hex(), customer["hash"])


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


serve(app, "accounts", 8083)
