"""The description as Caravan's infrastructure text: the middleware's input about the test bed (without figures, which it must measure)."""
from . import addresses, quantities
from .description import Description, Host, HostType, Isp, Options, Site


def infrastructure_text(description: Description, options: Options) -> str:
    lines = [f"infrastructure {description.name} {{"]
    lines += [_host_type(host_type) for host_type in description.host_types]
    for site in description.sites:
        lines += ["", *_site(site, options)]
    return "\n".join([*lines, "}", ""])


def _host_type(type: HostType) -> str:
    return (f"  host type {type.id} {{ arch {type.arch}  cores {type.cores}  memory {quantities.size_text(type.memory_bytes)}  "
            f"disk {quantities.size_text(type.disk_bytes)}  price {quantities.price_text(type.price_cents)} }}")


def _site(site: Site, options: Options) -> list[str]:
    lines = [f"  site {site.id} {{",
             f"    kind {site.kind}  country {site.country}  position {site.position[0]} {site.position[1]}"]
    lines += [_isp(site, isp) for isp in site.isps]
    lines += [_vantage(host, options) for host in site.hosts if host.is_vantage]
    hosts = [host for host in site.hosts if not host.is_vantage]
    if hosts:
        lines.append("    provider lxc {")
        lines.append("      credentials testbed")
        lines += [f'      host {host.id} of {host.type.id} at "{addresses.management_address(options, host)}"' for host in hosts]
        lines.append("    }")
    return [*lines, "  }"]


def _isp(site: Site, isp: Isp) -> str:
    text = f"    isp {isp.id} {{ "
    families = [f'{family} "{addresses.prefix(site, isp, family)}" gateway "{addresses.gateway(site, isp, family)}"'
                for family in isp.families]
    return text + "  ".join(families) + " }"


def _vantage(host: Host, options: Options) -> str:
    return f'    vantage {host.id} at "{addresses.management_address(options, host)}" credentials testbed'
