"""Every call to EC2 passes here: faults first, then what moto lacks, then moto, then the machines follow."""
import functools
import json
import threading

from moto.core.responses import ActionResult
from moto.ec2.exceptions import EC2ClientError
from moto.ec2.responses import EC2Response
from moto.servicequotas.responses import ServiceQuotasResponse

from caravan_machines import verbs
from caravan_machines.errors import MachinesError

from . import faults, mirror, strict
from .settings import Settings

_LOCK = threading.RLock()  # moto's tables are not made for threads, and a machine takes a moment
_CHANGING = ("run_instances", "terminate_instances", "start_instances", "stop_instances", "assign_private_ip_addresses",
             "unassign_private_ip_addresses", "assign_ipv6_addresses", "unassign_ipv6_addresses", "associate_address",
             "disassociate_address", "release_address", "authorize_security_group_ingress", "revoke_security_group_ingress",
             "modify_instance_attribute", "modify_network_interface_attribute")
_OTHERS = ("allocate_address", "create_security_group", "delete_security_group", "import_key_pair", "delete_key_pair", "describe_instances",
           "describe_instance_types", "describe_addresses", "describe_images", "describe_subnets", "describe_security_groups",
           "describe_key_pairs", "describe_account_attributes", "describe_network_interfaces", "create_tags")


def install(settings: Settings) -> None:
    strict.amend_tables(settings.public)
    for name in (*_CHANGING, *_OTHERS, "get_console_output"):
        setattr(EC2Response, name, _wrapped(name, getattr(EC2Response, name), settings))
    EC2Response.reboot_instances = _rebooting(EC2Response.reboot_instances, settings)
    ServiceQuotasResponse.get_service_quota = _quota(ServiceQuotasResponse.get_service_quota)


def _wrapped(name: str, original, settings: Settings):
    before, after = (getattr(strict, f"{when}_{name}", None) for when in ("before", "after"))
    instead = getattr(strict, f"instead_of_{name}", None)
    ground = settings.ground

    def done(response):
        with _LOCK:
            if name == "describe_instances":
                mirror.from_machines(response.ec2_backend, ground)
            if before:
                before(response, ground)
            result = ActionResult(instead(response, ground)) if instead else original(response)
            if after:
                after(response, ground)
            if name in _CHANGING:
                _follow(response.ec2_backend, settings)
            return result

    @functools.wraps(original)
    def call(response):
        fault = faults.take(settings, name) or {}
        if not fault.get("after"):
            faults.wait(settings, fault)
        answer = done(response) if fault.get("after") or not fault.get("code") else None
        if fault.get("after"):  # the work is done, the answer is late or lost
            faults.wait(settings, fault)
        return _answer(fault) if fault.get("code") else answer
    return call


def _follow(backend, settings: Settings) -> None:
    """A machine that cannot be made must not stay in the tables."""
    try:
        mirror.to_machines(backend, settings.ground)
    except MachinesError as error:
        for instance in backend.all_instances():
            if instance.state != "terminated" and not (settings.ground.machines / instance.id / "machine.json").exists():
                instance.terminate()
        raise EC2ClientError("InternalError", str(error)) from error


def _rebooting(original, settings: Settings):
    @functools.wraps(original)
    def call(response):
        with _LOCK:
            result = original(response)
            for id in response._get_param("InstanceIds", []):
                verbs.reboot(settings.ground, id)
            return result
    return call


def _quota(original):
    @functools.wraps(original)
    def call(response):
        wish = json.loads(response.body)
        answer = strict.quota_answer(response.current_account, wish["QuotaCode"]) if wish["ServiceCode"] == "ec2" else None
        return answer or original(response)
    return call


def _answer(fault: dict) -> tuple[str, dict]:
    return (f"<Response><Errors><Error><Code>{fault['code']}</Code><Message>as ordered by the test</Message></Error></Errors>"
            "<RequestID>00000000-0000-0000-0000-000000000000</RequestID></Response>", {"status": fault["status"]})
