"""Which processes make up the shop, and how each finds its peers on loopback."""
from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = "/usr/bin/python3"
"""Debian's own: its packages hold Flask and the database clients, another Python's would not."""

PORTS = {"frontend": 0, "catalogue": 1, "carts": 2, "orders": 3, "accounts": 4, "payment": 5, "shipping": 6,
         "catalogue-db": 11, "accounts-db": 12, "orders-db": 13, "carts-db": 14}
"""Offsets from the front end's port."""


@dataclass(frozen=True)
class Part:
    """One process of the shop; `site` and `instance` are what Caravan would tell it."""

    name: str
    port: int
    command: tuple[str, ...]
    env: dict[str, str] = field(default_factory=dict)
    http: bool = True


def missing() -> list[str]:
    """What this machine lacks to run the shop, in words for a user; empty when it can."""
    programs = {"mariadbd": "mariadb-server-core", "mariadb-install-db": "mariadb-server-core",
                "redis-server": "redis-server", PYTHON: "python3"}
    path = "/usr/local/sbin:/usr/sbin:/usr/bin:/usr/local/bin"
    lacking = {package for program, package in programs.items() if not shutil.which(program, path=path)}
    for module, package in {"flask": "python3-flask", "waitress": "python3-waitress", "pymysql": "python3-pymysql",
                            "redis": "python3-redis"}.items():
        if subprocess.run([PYTHON, "-c", f"import {module}"], capture_output=True).returncode != 0:
            lacking.add(package)
    return sorted(lacking)


def parts(port: int, data: Path) -> list[Part]:
    """Databases first. The orders service reaches its peers by 127.0.0.2, so that a capture can tell whose call it was."""
    databases = [_mariadb(schema, port, data) for schema in ("catalogue", "accounts", "orders")]
    carts_db = Part("carts-db", port + PORTS["carts-db"], (str(ROOT / "databases/redis/start"),),
                    {"SHOP_DATA": str(data / "carts-db"), "SHOP_USER_ID": ""}, http=False)
    services = [Part(name, port + PORTS[name], (PYTHON, "-m", name), _peers(name, port))
                for name in ("payment", "shipping", "catalogue", "carts", "accounts", "orders", "frontend")]
    return [*databases, carts_db, *services]


def _mariadb(schema: str, port: int, data: Path) -> Part:
    name = f"{schema}-db"
    env = {"SHOP_SCHEMA": schema, "SHOP_DATA": str(data / name), "SHOP_RUN": str(data / f"{name}-run"), "SHOP_USER_ID": ""}
    return Part(name, port + PORTS[name], (str(ROOT / "databases/mariadb/start"),), env, http=False)


def _peers(name: str, port: int) -> dict[str, str]:
    host = "127.0.0.2" if name == "orders" else "127.0.0.1"
    env = {f"{peer.upper().replace('-', '_')}_AT": f"{host}:{port + offset}" for peer, offset in PORTS.items()}
    return {**env, "PYTHONPATH": str(ROOT / "services"), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1", "MALLOC_ARENA_MAX": "2"}
