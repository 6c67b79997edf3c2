"""The paper's nine kinds of request (its Table 4), and the few more that a browser needs."""
from __future__ import annotations

import os

from flask import Response, jsonify, redirect, render_template, request
from shoplib.identity import served_by
from shoplib.link import PeerAway
from shoplib.serve import serve
from shoplib.service import service

from . import cookies, peers
from .picture import sock_svg

app = service("frontend", __name__, peers.catalogue_answers)
app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
app.jinja_env.globals.update(
    shop_name=os.environ.get("SHOP_NAME", "Caravan Socks"), served_by=served_by("frontend"),
    sock_svg=sock_svg, shopper=cookies.shopper)


def wants_page() -> bool:
    """A browser's form asks for HTML; the load generator and other programs get JSON."""
    return "text/html" in request.headers.get("Accept", "")


@app.errorhandler(PeerAway)
def away(failure: PeerAway) -> tuple[str | Response, int]:
    return (render_template("away.html") if wants_page() else jsonify(error=str(failure))), 503


@app.get("/")
def home() -> str:
    return render_template("home.html", socks=peers.socks(size=6)["socks"])


@app.get("/catalogue")
def catalogue() -> Response:
    return jsonify(peers.socks(**request.args.to_dict()))


@app.get("/category.html")
def category() -> str:
    chosen = {"tag": request.args.get("tag", ""), "order": request.args.get("order", "newest")}
    return render_template("category.html", chosen=chosen, **peers.socks(**chosen))


@app.get("/detail.html")
def detail() -> tuple[str, int]:
    sock = peers.sock(request.args.get("id", ""))
    if sock is None:
        return render_template("missing.html"), 404
    related = [other for other in peers.socks(tag=sock["tags"][0], size=5)["socks"] if other["id"] != sock["id"]]
    return render_template("detail.html", sock=sock, related=related[:4]), 200


@app.get("/basket.html")
def basket() -> str:
    """Two calls, whatever is in the basket: when it is empty the second one finds suggestions."""
    items = peers.basket_items(cookies.basket())
    known = peers.socks(ids=",".join(item["id"] for item in items), size=4 if not items else 50)["socks"]
    pictures = {sock["id"]: sock for sock in known}
    return render_template("basket.html", items=[{**item, "sock": pictures.get(item["id"])} for item in items],
                           suggestions=[] if items else known, total=sum(item["price"] * item["quantity"] for item in items))


@app.post("/cart")
def add() -> Response | tuple[Response, int]:
    wanted = request.get_json() if request.is_json else request.form
    sock = peers.sock(str(wanted.get("id", "")))
    if sock is None:
        return jsonify(error=f"There is no sock ({wanted.get('id')})."), 404
    quantity = str(wanted.get("quantity", 1))
    basket_id = cookies.basket()
    count = peers.add_to_basket(basket_id, sock, int(quantity) if quantity.isdigit() else 1)
    response = redirect("/basket.html", 303) if wants_page() else jsonify(count=count)
    response.status_code = 303 if wants_page() else 201
    return cookies.keep_basket(response, basket_id, count)


@app.delete("/cart")
def empty() -> Response:
    basket_id = cookies.basket()
    peers.empty_basket(basket_id)
    return cookies.keep_basket(Response(status=202), basket_id, 0)


@app.post("/cart/remove")
def remove() -> Response:
    basket_id = cookies.basket()
    return cookies.keep_basket(redirect("/basket.html", 303), basket_id,
                               peers.remove_from_basket(basket_id, request.form.get("id", "")))


@app.route("/login", methods=["GET", "POST"])
def login() -> str | Response | tuple[Response | str, int]:
    """GET with Basic authorisation logs a program in, GET without it shows the form that POSTs."""
    if request.method == "GET" and not request.authorization:
        return render_template("login.html", wrong=False)
    given = request.form if request.method == "POST" else request.authorization
    made = peers.login(given.get("username") or "", given.get("password") or "")
    if made is None:
        return (render_template("login.html", wrong=True) if wants_page() else jsonify(error="Name or password is wrong.")), 401
    response = redirect("/basket.html", 303) if request.method == "POST" else jsonify(name=made["name"])
    return cookies.keep_session(response, made["token"], made["name"])


@app.post("/logout")
def logout() -> Response:
    return cookies.forget_session(redirect("/", 303))


@app.post("/orders")
def order() -> Response | tuple[Response, int]:
    """A program empties its basket itself, as the paper's client did; for a browser it is done here."""
    customer = peers.customer(cookies.session())
    if customer is None:
        return redirect("/login", 303) if wants_page() else (jsonify(error="Log in before you order."), 401)
    basket_id = cookies.basket()
    status, made = peers.order(customer["id"], basket_id)
    if not wants_page():
        return jsonify(made), status
    if status != 201:
        return redirect("/basket.html", 303)
    peers.empty_basket(basket_id)
    return cookies.keep_basket(redirect(f"/orders/{made['id']}", 303), basket_id, 0)


@app.get("/orders/<order_id>")
def confirmation(order_id: str) -> tuple[str, int]:
    customer = peers.customer(cookies.session())
    made = peers.kept_order(order_id, customer["id"]) if customer else None
    return (render_template("order.html", order=made), 200) if made else (render_template("missing.html"), 404)


serve(app, "frontend", 8079)
