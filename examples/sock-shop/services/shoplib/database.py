"""SQL over a link. Statements are single questions or one transaction, each safe to run twice."""
from __future__ import annotations

import os
from pathlib import Path
from typing import Callable, TypeVar

import pymysql
import pymysql.cursors

from .identity import answers_reads, peer_address
from .link import PATIENCE, Link

Result = TypeVar("Result")

PASSWORD_REFUSED = 1045
"""While a password changes, one side has the new one a moment before the other: a reason to try again."""
SERVER_AWAY = {PASSWORD_REFUSED, 1053, 1927, 2002, 2003, 2006, 2013, 2014, 2055}
"""Codes of MariaDB and its client for a connection that ended; all others are about the statement."""


class Database:
    """`name` is the component; the schema and the user have their own fixed names. Reads go to its read replica if this service has one."""

    def __init__(self, name: str, schema: str) -> None:
        self._link = _link(name, schema)
        reads = answers_reads(name)
        self._reads = self._link if reads == name else _link(reads, schema)

    def rows(self, statement: str, *values: object, patience: float = PATIENCE) -> list[dict]:
        """The rows of one SELECT; a replica can lack the last writes."""
        return self._reads.use(lambda connection: _run(connection, statement, values), patience)

    def newest_rows(self, statement: str, *values: object, patience: float = PATIENCE) -> list[dict]:
        """The rows of one SELECT, with all writes."""
        return self._link.use(lambda connection: _run(connection, statement, values), patience)

    def transaction(self, work: Callable[[pymysql.cursors.DictCursor], Result]) -> Result:
        """Begins, works, commits; the whole of it again when the connection broke."""
        return self._link.use(lambda connection: _transaction(connection, work))

    def answers(self) -> bool:
        """Both the component and its read replica, if there is one."""
        return all(link.use(lambda connection: _run(connection, "SELECT 1 AS one", ()), 0.5) == [{"one": 1}]
                   for link in {self._link, self._reads})


def _link(name: str, schema: str) -> Link[pymysql.Connection]:
    host, port = peer_address(name, 3306)
    return Link(host, port, lambda address, port: _connect(address, port, schema), pymysql.Connection.close, (pymysql.err.InterfaceError,))


def _connect(address: str, port: int, schema: str) -> pymysql.Connection:
    return _away_as_broken(lambda: pymysql.connect(
        host=address, port=port, user="shop", password=shop_password(), database=schema,
        charset="utf8mb4", autocommit=True, connect_timeout=5, read_timeout=8, write_timeout=8,
        cursorclass=pymysql.cursors.DictCursor))


def shop_password() -> str:
    """Read for each connection, so that a changed one holds without a new start."""
    try:
        return Path(os.environ.get("SHOP_SECRETS", "/run/secrets"), "db-password").read_text(encoding="utf-8")
    except OSError:
        return os.environ.get("SHOP_DB_PASSWORD", "")


def _run(connection: pymysql.Connection, statement: str, values: tuple) -> list[dict]:
    def ask() -> list[dict]:
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return list(cursor.fetchall())
    return _away_as_broken(ask)


def _transaction(connection: pymysql.Connection, work: Callable[[pymysql.cursors.DictCursor], Result]) -> Result:
    def run() -> Result:
        connection.begin()
        try:
            with connection.cursor() as cursor:
                result = work(cursor)
            connection.commit()
            return result
        except pymysql.err.IntegrityError:
            connection.rollback()
            raise
    return _away_as_broken(run)


def _away_as_broken(ask: Callable[[], Result]) -> Result:
    try:
        return ask()
    except pymysql.err.OperationalError as failure:
        if failure.args and failure.args[0] in SERVER_AWAY:
            raise ConnectionError(str(failure.args[-1])) from failure
        raise
