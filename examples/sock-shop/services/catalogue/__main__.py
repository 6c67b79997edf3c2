"""GET /catalogue (tag, order, page, size, ids), GET /catalogue/<id>, GET /health."""
from __future__ import annotations

from flask import Response, jsonify, request
from shoplib.database import Database
from shoplib.serve import serve
from shoplib.service import service

DATABASE = Database("catalogue-db", "catalogue")
app = service("catalogue", __name__, DATABASE.answers)

SOCK = ("SELECT sock.id, sock.name, sock.description, sock.price, sock.stock, sock.pattern, sock.colours,"
        " GROUP_CONCAT(sock_tag.tag ORDER BY sock_tag.tag) AS tags"
        " FROM sock LEFT JOIN sock_tag ON sock_tag.sock = sock.id")
ORDERS = {"name": "sock.name", "price": "sock.price, sock.name", "newest": "sock.place"}


@app.get("/catalogue")
def socks() -> Response:
    """Three questions, five turns: the socks of this page, how many there are, and the tags to choose from."""
    ids = [sock for sock in request.args.get("ids", "").split(",") if sock]
    tag = request.args.get("tag", "")
    size = min(max(request.args.get("size", 12, int), 1), 50)
    page = max(request.args.get("page", 1, int), 1)
    where, values = _filter(ids, tag)
    order = ORDERS.get(request.args.get("order", ""), ORDERS["newest"])
    found = DATABASE.rows(f"{SOCK}{where} GROUP BY sock.id ORDER BY {order} LIMIT %s OFFSET %s",
                          *values, size, (page - 1) * size)
    total = DATABASE.rows(f"SELECT COUNT(*) AS total FROM sock{where}", *values)[0]["total"]
    tags = [row["name"] for row in DATABASE.rows("SELECT name FROM tag ORDER BY name")]
    return jsonify(socks=[_sock(row) for row in found], total=total, page=page, size=size, tags=tags)


@app.get("/catalogue/<sock>")
def one(sock: str) -> tuple[Response, int]:
    """One question, one turn."""
    found = DATABASE.rows(f"{SOCK} WHERE sock.id = %s GROUP BY sock.id", sock)
    return (jsonify(_sock(found[0])), 200) if found else (jsonify(error=f"There is no sock ({sock})."), 404)


def _filter(ids: list[str], tag: str) -> tuple[str, list[str]]:
    if ids:
        return f" WHERE sock.id IN ({', '.join(['%s'] * len(ids))})", ids
    if tag:
        return " WHERE sock.id IN (SELECT t.sock FROM sock_tag t WHERE t.tag = %s)", [tag]
    return "", []


def _sock(row: dict) -> dict:
    return {**row, "tags": (row["tags"] or "").split(","), "colours": row["colours"].split(",")}


serve(app, "catalogue", 8080)
