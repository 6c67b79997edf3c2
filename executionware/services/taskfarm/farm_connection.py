"""Address and settings that workers and clients of a farm share.

A worker acknowledges a task after its end, so a task can run twice. Three cases lose an accepted task. Celery takes a task from the queue
by BRPOP and records it as unacknowledged by HSET in a second command: a worker that is killed between the two loses one task, as does a
connection that breaks between them, and a Redis without free memory refuses the HSET. Therefore `farm` submits nothing above 70 % of the
memory. A worker that ends by TERM loses none (farm_worker.py).
"""
import os
import urllib.parse

_SECRET = "/run/secrets/password"


def _password() -> str:
    if "FARM_PASSWORD" in os.environ:
        return os.environ["FARM_PASSWORD"]
    with open(_SECRET, encoding="utf-8") as secret:
        return secret.read()


def _reserved() -> int:
    """Tasks that each process of a worker takes from the queue: the one that runs, and others that wait for it."""
    said = os.environ.get("TASKS_RESERVED", "1")
    if not said.isdecimal() or not 1 <= int(said) <= 100:  # Celery takes 0 as any number of tasks
        raise SystemExit(f"TASKS_RESERVED cannot be ({said}), but 1 to 100.\nMaybe use 1.")
    return int(said)


def settings() -> dict:
    """Settings of Celery."""
    host = "127.0.0.1" if os.environ.get("SERVICE_ROLE") == "broker" else "broker"
    url = f"redis://:{urllib.parse.quote(_password(), safe='')}@{host}:6379/0"
    # After this time, unacknowledged tasks go to another worker. A task with a countdown is unacknowledged until it ends.
    lost_after = {"visibility_timeout": int(os.environ.get("LOST_AFTER_SECONDS", "600"))}
    return {
        "broker_url": url,
        "result_backend": url,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        # With one, Celery 5.2 asks Redis for the next task up to 1 s after the end of the former (celery issue 7718). A second one waits
        # behind a long task, even if other workers are free; if a worker is removed before it runs, it returns to the queue.
        "worker_prefetch_multiplier": _reserved(),
        "task_default_queue": "celery",
        "broker_transport_options": lost_after,
        "result_backend_transport_options": lost_after,
        "broker_connection_max_retries": None,
        # Results use the memory of the queue.
        "result_expires": 3600,
    }
