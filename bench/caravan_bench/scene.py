"""What the benches of a simulated server let it look after. Pure."""

SITES = 10
HOSTS_A_SITE = 2
COMPONENTS = 4


def host(number: int) -> str:
    return f"h{number % SITES}-{number // SITES}"


def infrastructure() -> str:
    """Ten sites of two hosts, and one network of users."""
    def hosts(site: int) -> str:
        return "".join(f'  host h{site}-{place} of large at "198.18.255.{10 * site + place + 1}"' for place in range(HOSTS_A_SITE))

    sites = "".join(f"""
  site s{site} {{
    kind edge  country NO  position {50 + site}.0 10.0
    isp Uninett {{ ipv4 "10.1.{site}.0/24" gateway "10.1.{site}.1" }}
    isp Telenor {{ ipv4 "10.3.{site}.0/24" gateway "10.3.{site}.1" }}
    provider lxc {{ credentials testbed{hosts(site)} }}
  }}""" for site in range(SITES))
    return f"""infrastructure bench {{
  host type large {{ arch amd64  cores 64  memory 64 GiB  disk 500 GiB  price 1 EUR/month }}{sites}
  site users {{ kind users  country NO  position 59.0 10.0  isp Telenor {{ ipv4 "10.3.99.0/24" gateway "10.3.99.1" }}\
  vantage vantage-users at "198.18.255.250" credentials testbed }}
}}
"""


def application(name: str, home: int, revision: int = 1, replicas: int = 1) -> str:
    """A front end that calls a service, which calls a cache and a store; the store has to be at the home site.

    home -- number of that site
    revision -- makes each a model of its own, whose copies are recreated
    replicas -- of the front end
    """
    components = f"""
  component web {{
    form container {{ image "bench/web"  cpu 0.05  memory 32 MiB  env {{ REVISION "{revision}" }} }}
    provides http on 8000
    requires service.http{f"  replicas {replicas}" if replicas > 1 else ""}
  }}
  component service {{
    form container {{ image "bench/service"  cpu 0.05  memory 32 MiB }}
    provides http on 8001
    requires cache.tcp, store.tcp
  }}
  component cache {{ form container {{ image "bench/cache"  cpu 0.05  memory 32 MiB }} provides tcp on 8002 }}
  component store {{ form container {{ image "bench/store"  cpu 0.05  memory 32 MiB }} provides tcp on 8003 }}
"""
    return f"""application {name} version "1.{revision}" {{{components}
  require store at s{home % SITES}
  users coast {{ at users via Telenor ipv4  rate 5 requests/s  mix home 70 %, order 30 % }}
  request home {{ users -> web  turns 3  bytes 12 KiB  web -> service  turns 1  bytes 4 KiB  service -> cache  turns 1  bytes 1 KiB }}
  request order {{ users -> web  turns 5  bytes 8 KiB  web -> service  turns 3  bytes 2 KiB  service -> store  turns 3  bytes 2 KiB }}
  minimise latency of home weight 3
  minimise cost weight 1
}}
"""
