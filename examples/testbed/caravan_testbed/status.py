"""`status`: the bed as a record (for programs) and as text (for people)."""
from typing import Any

from . import addresses, doors, raising, shaping
from .cgroups import version
from .description import Host, Isp, Site
from .names import core_namespace, link_name, namespace
from .state import Bed, StateFolder

DOWN, UP, BROKEN = "down", "up", "broken"


def record(bed: Bed | None, state: StateFolder) -> dict[str, Any]:
    if bed is None:
        return {"state": DOWN, "folder": str(state.path)}
    missing = raising.broken_parts(bed)
    return {"state": BROKEN if missing else UP, "missing": missing, "folder": str(state.path.resolve()), "name": bed.description.name,
            "description": bed.source, "prefix": bed.prefix, "management": bed.management,
            "managementGateway": str(addresses.management_gateway(bed.options)), "coreNamespace": core_namespace(bed.prefix),
            "wan": bed.wan, "cgroups": version(), "sctp": bed.sctp, "user": "root", "key": str(state.key.resolve()),
            "knownHosts": str(state.known_hosts.resolve()), "sites": [_site(bed, site) for site in bed.description.sites],
            "links": [_link(bed, link) for link in shaping.current_links(bed)], "doors": doors.open_doors(state)}


def _site(bed: Bed, site: Site) -> dict[str, Any]:
    return {"id": site.id, "kind": site.kind, "namespace": namespace(bed.prefix, site.id), "region": site.region,
            "isps": [_isp(site, isp) for isp in site.isps], "hosts": [_host(bed, site, host) for host in site.hosts]}


def _isp(site: Site, isp: Isp) -> dict[str, Any]:
    return {"id": isp.id, "link": link_name(site, isp)} | {
        family: {"prefix": str(addresses.prefix(site, isp, family)), "gateway": addresses.gateway(site, isp, family)}
        for family in isp.families}


def _host(bed: Bed, site: Site, host: Host) -> dict[str, Any]:
    return {"id": host.id, "vantage": host.is_vantage, "type": host.type.id if host.type else None,
            "namespace": namespace(bed.prefix, host.id), "management": str(addresses.management_address(bed.options, host)),
            "disk": bed.disks.get(host.id), "pid": bed.pid(f"node {host.id}"),
            "addresses": [{"isp": isp.id, "family": family, "address": addresses.host_address(site, isp, family, host)}
                          for isp in host.isps_of(site) for family in isp.families]}


def _link(bed: Bed, link: shaping.WanLink) -> dict[str, Any]:
    return {"name": link.name, "degraded": bed.degradation(link.name).text() or None,
            "shapes": [{"direction": direction, "family": family, "rateBps": shape.rate_bps, "delayUs": shape.delay_us,
                        "queueBytes": shape.queue_bytes, "lossPpm": shape.loss_ppm}
                       for (direction, family), shape in link.shapes.items()]}


def text(facts: dict[str, Any]) -> str:
    if facts["state"] == DOWN:
        return f"The bed of {facts['folder']} is down."
    lines = [f"The bed {facts['name']} ({facts['description']}) is {facts['state']}.",
             f"wide area network: {facts['wan']}   control groups: {facts['cgroups']}   SCTP: {facts['sctp']}   "
             f"management: {facts['management']}"]
    lines += [f"missing: {part}" for part in facts["missing"]]
    for site in facts["sites"]:
        lines.append(f"site {site['id']} ({site['kind']})")
        lines += [f"  {host['id']}  {host['management']}  {host['type'] or 'vantage'}  disk: {host['disk']}" for host in site["hosts"]]
    degraded = [f"degraded: {link['name']}  {link['degraded']}" for link in facts["links"] if link["degraded"]]
    lines += degraded or ["no link is degraded"]
    lines += [f"door: http://{door['listen']}/  to {door['name']}:{door['port']} seen from {door['users']} by {door['isp']}"
              for door in facts["doors"]]
    lines.append(f"ssh -i {facts['key']} -o UserKnownHostsFile={facts['knownHosts']} root@ADDRESS")
    return "\n".join(lines)
