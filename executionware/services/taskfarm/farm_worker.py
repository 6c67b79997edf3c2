"""Celery's application of a worker: that of the uploaded tasks.py, or one for its shared tasks."""
import http.server
import os
import threading

from celery import Celery
from celery.signals import worker_ready

from farm_connection import settings

_SETTINGS = settings()
# Celery prefers these to the addresses in tasks.py, which are those of the computer where it was written.
os.environ["CELERY_BROKER_URL"] = _SETTINGS["broker_url"]
os.environ["CELERY_RESULT_BACKEND"] = _SETTINGS["result_backend"]
_shared = Celery("tasks")
_shared.set_default()

import tasks  # noqa: E402 (its shared tasks register with the application above)

app = next((one for one in vars(tasks).values() if isinstance(one, Celery)), _shared)
app.conf.update(_SETTINGS)
app.set_default()


class _Ready(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/ready" else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *words: object) -> None:
        """Probes fill no log."""


@worker_ready.connect
def _answer(**_: object) -> None:
    """The worker takes tasks: from now on it answers on the port in PORT."""
    server = http.server.ThreadingHTTPServer(("", int(os.environ.get("PORT", "8080"))), _Ready)
    threading.Thread(target=server.serve_forever, daemon=True).start()
