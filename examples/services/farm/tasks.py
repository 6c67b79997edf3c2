"""Tasks that wait, so that a farm with few processors can be tried with many tasks."""
import time

from celery import Celery

app = Celery("tasks", broker="redis://localhost")


@app.task
def wait(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


@app.task(bind=True)
def wait_at_first(self, seconds: float) -> float:
    """Waits, unless a former run was ended."""
    if not self.request.delivery_info.get("redelivered"):
        time.sleep(seconds)
    return seconds
