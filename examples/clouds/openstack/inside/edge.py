"""Stands for Neutron's agents: after every change, what Neutron says of ports,
rules and floating addresses becomes true of the machines."""
import sys
import threading
import time

from caravan_machines import verbs
from caravan_machines.errors import MachinesError
from caravan_machines.machine import Machine, Rule, all_machines, load_machine
from neutron_lib import context
from neutron_lib.plugins import directory

from caravan_openstack.layout import Cloud

GROUND = Cloud.of_environment().ground
_AGAIN_SECONDS = 0.5


class Edge:
    """In front of Neutron's API. Changes are applied by one thread, so a slow one delays no answer and none is lost."""

    def __init__(self, application) -> None:
        self._application = application
        self._changed = threading.Event()
        threading.Thread(target=self._follow, daemon=True).start()

    def __call__(self, environ, start_response):
        if environ["PATH_INFO"] == "/edge":  # the driver: a machine came
            self._changed.set()
            start_response("204 No Content", [])
            return []
        answer = self._application(environ, start_response)
        if environ["REQUEST_METHOD"] in ("POST", "PUT", "DELETE"):
            self._changed.set()
        return answer

    def _follow(self) -> None:
        while True:
            self._changed.wait()
            self._changed.clear()
            try:
                apply()
            except Exception as error:  # a machine that goes meanwhile, a database that is busy: nobody else would come back to it
                print("edge:", repr(error), file=sys.stderr, flush=True)
                self._changed.set()
                time.sleep(_AGAIN_SECONDS)


def apply() -> None:
    admin = context.get_admin_context()
    ports = {port["device_id"]: port for port in directory.get_plugin().get_ports(admin) if port["device_owner"].startswith("compute:")}
    rules: dict[str, list] = {}
    for rule in directory.get_plugin().get_security_group_rules(admin):
        rules.setdefault(rule["security_group_id"], []).append(rule)
    public: dict[str, dict[str, str]] = {}
    for floating in directory.get_plugin("L3_ROUTER_NAT").get_floatingips(admin):
        if floating["fixed_ip_address"]:
            public.setdefault(floating["port_id"], {})[floating["fixed_ip_address"]] = floating["floating_ip_address"]
    failed = []
    for machine in all_machines(GROUND):
        port = ports.get(machine.id)
        try:
            if port:
                _apply(machine, port, rules, public.get(port["id"], {}))
        except MachinesError as error:  # the others' changes do not wait for this one
            failed.append(error)
    if failed:
        raise failed[0]


def _apply(machine: Machine, port: dict, rules: dict[str, list], public: dict[str, str]) -> None:
    held = {fixed["ip_address"] for fixed in port["fixed_ips"]} | {pair["ip_address"] for pair in port["allowed_address_pairs"]}
    further = {address for nic in machine.nics for address in nic.further}
    for private, address in machine.public.items():
        if public.get(private) != address:
            verbs.detach_address(GROUND, machine.id, address)
    for address in further - held:
        verbs.detach_address(GROUND, machine.id, address)
    for address in held - set(machine.addresses):
        verbs.attach_address(GROUND, machine.id, address)
    for private, address in public.items():
        if load_machine(GROUND, machine.id).public.get(private) != address:
            verbs.attach_public(GROUND, machine.id, private, address)
    wanted = firewall([rule for group in port["security_groups"] for rule in rules.get(group, [])])
    if wanted != machine.rules:
        verbs.allow(GROUND, machine.id, wanted)


def firewall(rules: list[dict]) -> tuple[Rule, ...]:
    """Rules that name a group as source would need to be followed as it changes: nothing here uses them."""
    found = set()
    for rule in rules:
        if rule["direction"] != "ingress" or rule["remote_group_id"]:
            continue
        protocol = {"icmp": "icmp", "ipv6-icmp": "icmp", None: "any"}.get(rule["protocol"], rule["protocol"])
        source = rule["remote_ip_prefix"] or ("0.0.0.0/0" if rule["ethertype"] == "IPv4" else "::/0")
        whole = protocol in ("icmp", "any")
        found.add(Rule(protocol, 0 if whole else rule["port_range_min"] or 1, 0 if whole else rule["port_range_max"] or 65535, source))
    return tuple(sorted(found, key=repr))
