"""Celery's application of a worker: that of the uploaded tasks.py, or one for its shared tasks."""
import http.server
import os
import queue
import threading

from celery import Celery, bootsteps
from celery.signals import worker_ready
from kombu.common import ignore_errors

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

# Redis answers a BRPOP after 1 s at most.
_ANSWER_S = 4


class _LastAnswer(bootsteps.StartStopStep):
    """At the end of a worker, returns the task in the last answer of the broker to the queue.

    A worker that can take a task always waits for the answer to a BRPOP. Celery leaves its loop without it, and Kombu before 5.3 closes
    the connection without reading it: the task in it would be lost. Kombu returns a task of a queue without a consumer to the queue.
    """

    # So it stops before the step that it requires.
    requires = ("celery.worker.consumer.tasks:Tasks",)

    def stop(self, c) -> None:
        channel = getattr(c.task_consumer, "channel", None)
        # A lost connection stops this step, too, and has no answer. The last two are private names of Kombu.
        if c.blueprint.state != bootsteps.CLOSE or not getattr(channel, "_in_poll", None) or not hasattr(channel, "_brpop_read"):
            return
        with ignore_errors(c):
            c.task_consumer.cancel()
            channel._in_poll._sock.settimeout(_ANSWER_S)
            try:
                channel._brpop_read()
            except queue.Empty:
                pass


app.steps["consumer"].add(_LastAnswer)


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
