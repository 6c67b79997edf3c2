"""A task that waits, so that a farm with few processors can be tried with many tasks."""
import time

from celery import Celery

app = Celery("tasks", broker="redis://localhost")


@app.task
def wait(seconds: float) -> float:
    time.sleep(seconds)
    return seconds
