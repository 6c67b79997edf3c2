"""Orders in MariaDB."""
from __future__ import annotations

from shoplib.database import Database


def keep(database: Database, order: dict, items: list[dict]) -> None:
    """Begin, two inserts, commit: four questions, seven turns. A repeated order changes nothing."""
    def insert(cursor) -> None:
        cursor.execute("INSERT IGNORE INTO purchase (id, customer, total, tracking) VALUES (%s, %s, %s, %s)",
                       (order["id"], order["customer"], order["total"], order["tracking"]))
        cursor.executemany("INSERT IGNORE INTO item (purchase, sock, name, price, quantity) VALUES (%s, %s, %s, %s, %s)",
                           [(order["id"], item["id"], item["name"], item["price"], item["quantity"]) for item in items])
    database.transaction(insert)


def find(database: Database, order: str, customer: int) -> dict | None:
    found = database.rows("SELECT id, customer, total, tracking FROM purchase WHERE id = %s AND customer = %s", order, customer)
    if not found:
        return None
    items = database.rows("SELECT sock AS id, name, price, quantity FROM item WHERE purchase = %s ORDER BY name", order)
    return {**found[0], "items": items}
