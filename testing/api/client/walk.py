"""From models to an application that runs and is gone again, by nothing but the generated client.
Usage: walk.py URL TOKEN INFRASTRUCTURE MODEL"""
from __future__ import annotations

import sys
import time
from pathlib import Path

from caravan_client import AuthenticatedClient
from caravan_client.api.applications import application
from caravan_client.api.deployments import approve_plan, delete_application, deployment
from caravan_client.api.infrastructure import put_infrastructure
from caravan_client.api.models import model, put_model, validate_models
from caravan_client.api.network import probe, probe_run
from caravan_client.api.plans import make_plan
from caravan_client.models import Application, Files, FilesFiles, Plan, PlanRequest, Problem, ProbeWish
from caravan_client.models.probe_wish_scope_type_1 import ProbeWishScopeType1

WAIT_S = 120


def texts(*files: str) -> Files:
    content = FilesFiles()
    content.additional_properties = {Path(file).name: Path(file).read_text() for file in files}
    return Files(files=content)


def until(done, ask):
    """Asks until the answer is as wished."""
    end = time.monotonic() + WAIT_S
    while not done(answer := ask()):
        if time.monotonic() > end:
            raise SystemExit(f"not within {WAIT_S} s: {answer}")
        time.sleep(0.5)
    return answer


def main(url: str, token: str, infrastructure: str, models: str) -> None:
    client = AuthenticatedClient(base_url=url, token=token, timeout=WAIT_S, raise_on_unexpected_status=True)
    unknown = application.sync(name="nothing", client=client)
    assert isinstance(unknown, Problem) and unknown.code == "unknown-application", unknown
    put_infrastructure.sync(client=client, body=texts(infrastructure))
    verdict = validate_models.sync(client=client, body=texts(models))
    assert verdict.accepted and verdict.applications == ["notes"], verdict
    run = probe.sync(client=client, body=ProbeWish(scope=ProbeWishScopeType1.QUICK), idempotency_key="walk")
    assert probe.sync(client=client, body=ProbeWish(scope=ProbeWishScopeType1.QUICK),
                      idempotency_key="walk").probe_run_id == run.probe_run_id
    until(lambda seen: seen.state.value == "DONE", lambda: probe_run.sync(id=run.probe_run_id, client=client))
    accepted = put_model.sync(name="notes", client=client, body=texts(models), if_none_match="*")
    assert accepted.digest == model.sync(name="notes", client=client).digest
    late = put_model.sync(name="notes", client=client, body=texts(models), if_none_match="*")
    assert isinstance(late, Problem) and late.code == "changed-meanwhile", late
    plan = make_plan.sync(name="notes", client=client, body=PlanRequest())
    assert isinstance(plan, Plan) and plan.outcome.value == "PLANNED" and plan.placement.instances, plan
    begun = approve_plan.sync(name="notes", id=plan.id, client=client)
    until(lambda seen: seen.state.value == "DONE", lambda: deployment.sync(name="notes", id=begun.deployment_id, client=client))
    shown = application.sync(name="notes", client=client)
    assert isinstance(shown, Application) and {one.state for one in shown.instances} == {"RUNNING"}, shown
    print("runs:", ", ".join(f"{one.instance} on {one.host_id}" for one in shown.instances))
    gone = delete_application.sync(name="notes", client=client)
    until(lambda seen: seen.state.value == "DONE", lambda: deployment.sync(name="notes", id=gone.deployment_id, client=client))
    print("gone:", application.sync(name="notes", client=client).state.value)


if __name__ == "__main__":
    main(*sys.argv[1:])
