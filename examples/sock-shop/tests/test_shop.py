"""The whole shop with real databases on loopback: its requests, its pages in a browser, a load, a restarted database."""
from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "load")]

from browser import CHROMIUM, Browser  # noqa: E402
from local.parts import missing  # noqa: E402
from local.shop import LocalShop  # noqa: E402
from take_pictures import buy  # noqa: E402

LACKING = missing()
PATIENCE_S = 300


@unittest.skipIf(LACKING, f"SKIPPED: this machine lacks {', '.join(LACKING)}")
class ShopTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        # A part of a busy machine may need minutes to start.
        cls.shop = LocalShop(18379, {"SHOP_PATIENCE": str(PATIENCE_S)})
        cls.enterClassContext(cls.shop)

    def setUp(self) -> None:
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, object]:
        data = json.dumps(body).encode() if body is not None else None
        if data:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.shop.url + path, data, headers, method=method)
        try:
            with self.opener.open(request) as answer:
                return answer.status, self.content(answer)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, self.content(refused)

    @staticmethod
    def content(answer) -> object:
        text = answer.read().decode()
        return json.loads(text) if "json" in answer.headers.get("Content-Type", "") else text

    def log_in(self) -> None:
        self.assertEqual((200, {"name": "Astrid Berg"}), self.ask("GET", "/login", Authorization="Basic YXN0cmlkOndvb2w="))

    def test_a_shopper_buys_two_kinds_of_socks(self) -> None:
        self.log_in()
        self.assertEqual((201, {"count": 2}), self.ask("POST", "/cart", {"id": "lingonberry", "quantity": 2}))
        self.assertEqual((201, {"count": 3}), self.ask("POST", "/cart", {"id": "plain-sailing"}))
        status, page = self.ask("GET", "/basket.html")
        self.assertIn("376 kr", page, "2 × 119 + 89 and 49 for the parcel")
        status, order = self.ask("POST", "/orders")
        self.assertEqual((201, 376, "Bergen"), (status, order["total"], order["address"]["city"]))
        self.assertIn(order["tracking"], self.ask("GET", f"/orders/{order['id']}")[1])
        self.assertEqual(202, self.ask("DELETE", "/cart")[0])
        self.assertIn("Nothing in it yet", self.ask("GET", "/basket.html")[1])
        self.assertEqual((409, {"error": "The basket is empty."}), self.ask("POST", "/orders"))

    def test_refusals_say_why(self) -> None:
        self.assertEqual((401, {"error": "Log in before you order."}), self.ask("POST", "/orders"))
        self.assertEqual((401, {"error": "Name or password is wrong."}), self.ask("GET", "/login", Authorization="Basic YXN0cmlkOng="))
        self.assertEqual((404, {"error": "There is no sock (boot)."}), self.ask("POST", "/cart", {"id": "boot"}))
        self.assertEqual(404, self.ask("GET", "/detail.html?id=%27%20OR%201=1")[0])

    def test_the_catalogue_filters_orders_and_pages(self) -> None:
        answer = self.ask("GET", "/catalogue?tag=wool&order=price&size=2&page=2")[1]
        self.assertEqual((["moss-and-stone", "stormy-fjord"], 6), ([sock["id"] for sock in answer["socks"]], answer["total"]))
        prices = [sock["price"] for sock in self.ask("GET", "/catalogue?order=price")[1]["socks"]]
        self.assertEqual(sorted(prices), prices)

    def test_somebody_elses_order_is_not_shown(self) -> None:
        self.log_in()
        self.ask("POST", "/cart", {"id": "lingonberry"})
        order = self.ask("POST", "/orders")[1]["id"]
        self.ask("GET", "/login", Authorization="Basic b2xhOmNvdHRvbg==")
        self.assertEqual(404, self.ask("GET", f"/orders/{order}")[0])

    def test_restarted_databases_and_services_lose_no_request_and_no_basket(self) -> None:
        """Each part is stopped for less than the services' patience."""
        self.ask("POST", "/cart", {"id": "polar-dots", "quantity": 4})
        load = subprocess.Popen([HERE.parent / "load/sock-shop-load", "--url", self.shop.url, "--rate", "15", "--duration", "12",
                                 "--timeout", str(2 * PATIENCE_S), "--json"],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        load.stderr.readline()
        for part in ("carts-db", "catalogue", "orders"):
            self.shop.stop(part)
            self.shop.start(part)
        record = json.loads(load.communicate()[0])
        self.assertEqual((180, 0, {}), (record["answered"], record["lost"], record["problems"]))
        self.assertIn("Polar Dots", self.ask("GET", "/basket.html")[1])

    def test_health_follows_the_backend(self) -> None:
        def health() -> int:
            try:
                return urllib.request.urlopen(f"http://[::1]:{self.shop.port + 4}/health").status
            except urllib.error.HTTPError as failing:
                return failing.code
        self.assertEqual(200, health())
        self.shop.stop("accounts-db")
        self.assertEqual(503, health())
        self.shop.start("accounts-db")
        end = time.monotonic() + PATIENCE_S
        while health() != 200:
            self.assertLess(time.monotonic(), end, "the service does not find its backend again")
            time.sleep(0.1)
        self.log_in()

    @unittest.skipIf(CHROMIUM is None, "SKIPPED: chromium is not installed")
    def test_a_person_buys_socks_in_a_browser(self) -> None:
        with tempfile.TemporaryDirectory() as folder, Browser() as browser:
            titles = buy(browser, self.shop.url, Path(folder))
            footer = browser.run("document.querySelector('footer').innerText")
        self.assertEqual(["Warm feet, near you", "Wool socks", "Argyle Explorer", "Basket", "Log in", "Thank you"],
                         [title.split(" · ")[0] for title in titles.values()])
        self.assertIn("served by frontend:1 on ", footer)
        self.assertEqual([], browser.errors)


if __name__ == "__main__":
    unittest.main()
