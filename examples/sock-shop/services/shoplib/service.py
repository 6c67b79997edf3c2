"""A Flask application with what all services answer alike."""
from __future__ import annotations

import os
import time
from typing import Callable

from flask import Flask, Response, g, jsonify, request

from .identity import served_by
from .link import PeerAway
from .serve import say

SLOW = 1.0
"""Seconds from which an answer is worth a log line; SHOP_LOG=all logs every one."""


def service(name: str, package: str, backend_answers: Callable[[], bool]) -> Flask:
    """`backend_answers` is asked by GET /health: a service is as healthy as what it stands on."""
    app = Flask(package)
    who = served_by(name)
    log_all = os.environ.get("SHOP_LOG") == "all"

    @app.before_request
    def begin() -> None:
        g.begun = time.monotonic()

    @app.after_request
    def finish(response: Response) -> Response:
        response.headers["X-Served-By"] = who
        seconds = time.monotonic() - g.begun
        if log_all or seconds > SLOW or response.status_code >= 500:
            say(name, f"{request.method} {request.path} {response.status_code} {seconds * 1000:.1f} ms")
        return response

    @app.errorhandler(PeerAway)
    def away(failure: PeerAway) -> tuple[Response, int]:
        say(name, str(failure))
        return jsonify(error=str(failure)), 503

    @app.get("/health")
    def health() -> tuple[Response, int]:
        try:
            healthy = backend_answers()
        except PeerAway:
            healthy = False
        return jsonify(healthy=healthy, servedBy=who), 200 if healthy else 503

    return app
