"""Buys socks in a real browser and keeps a picture of each page: take_pictures.py URL FOLDER."""
from __future__ import annotations

import sys
from pathlib import Path

from browser import Browser


def buy(browser: Browser, url: str, folder: Path) -> dict[str, str]:
    """The title of each page on the way; pictures are named after the steps."""
    titles: dict[str, str] = {}

    def note(step: str) -> None:
        titles[step] = str(browser.run("document.title"))
        browser.picture(folder / f"{step}.png")

    browser.open(url + "/")
    note("home")
    browser.open(url + "/category.html?tag=wool&order=price")
    note("category")
    browser.open(url + "/detail.html?id=argyle-explorer")
    note("detail")
    browser.run("document.querySelector('[name=quantity]').value = 2")
    browser.submit("document.querySelector('.buy').submit()")
    browser.open(url + "/detail.html?id=northern-lights")
    browser.submit("document.querySelector('.buy').submit()")
    note("basket")
    browser.open(url + "/login")
    note("login")
    browser.run("document.querySelector('[name=username]').value = 'astrid'; document.querySelector('[name=password]').value = 'wool'")
    browser.submit("document.querySelector('.panel').submit()")
    browser.submit("document.querySelector('.sum form').submit()")
    note("order")
    return titles


if __name__ == "__main__":
    Path(sys.argv[2]).mkdir(parents=True, exist_ok=True)
    with Browser() as open_browser:
        print(buy(open_browser, sys.argv[1], Path(sys.argv[2])), open_browser.errors)
