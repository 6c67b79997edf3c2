"""What the paper says (seed paper 003, text and Tables II to IV), and which pairs of access lines it measured.

Its figures 5 to 10 are pictures: of their bars only those are here that its text gives a number for. The ISP and IP version of each is in
Table I.
"""
from dataclasses import dataclass

from .inputs import Description

IPV4, IPV6 = "ipv4", "ipv6"


@dataclass(frozen=True)
class Path:
    source: str  # access line as bergen.BKK
    target: str
    family: str

    def text(self) -> str:
        """As Caravan writes it."""
        return f"{self.source}/{self.family} -> {self.target}/{self.family}"


@dataclass(frozen=True)
class Said:
    """A number of the paper, as it is written there."""
    text: str
    value: float | None = None  # None where the paper only gives a bound
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class Figure:
    id: str
    title: str
    scenario: int
    paths: tuple[Path, ...]


def exact(text: str) -> Said:
    return Said(text, float(text.split("±")[0].lstrip("~").replace(",", "")))


def above(number: str) -> Said:
    return Said(f"> {number}", least=float(number.replace(",", "")))


def below(number: str) -> Said:
    return Said(f"< {number}", most=float(number))


def up_to(number: str) -> Said:
    return Said(f"≤ {number}", most=float(number))


THROUGHPUT: dict[tuple[str, str, str], Said] = {  # Mbit/s
    ("bergen.BKK", "simula.Kvantel", IPV4): exact("~90"),
    ("bergen.Uninett", "simula.Kvantel", IPV4): exact("236.8"),
    ("bergen.Uninett", "simula.Kvantel", IPV6): exact("14.1"),
    ("narvik.Uninett", "simula.Kvantel", IPV4): exact("204.9"),
    ("narvik.Uninett", "simula.Uninett", IPV4): exact("87"),
    ("hainan.CERNET", "simula.Kvantel", IPV6): exact("6.5"),
    ("hainan.CERNET", "simula.Uninett", IPV6): exact("20.4"),
    ("hainan.CERNET", "simula.PowerTech", IPV6): exact("4.2"),
    ("hainan.CnUnicom", "simula.Kvantel", IPV4): below("6.5"),
    ("hainan.CnUnicom", "simula.Uninett", IPV4): below("20.4"),
    ("hainan.CnUnicom", "simula.PowerTech", IPV4): below("4.2"),
    ("simula.Uninett", "ohio.Amazon", IPV4): exact("85.52±15.44"),
    ("ohio.Amazon", "simula.Uninett", IPV4): exact("36.2±8.29"),
    ("tunnelbox.Uninett", "ohio.Amazon", IPV4): exact("71.3"),
    ("bergen.Uninett", "ohio.Amazon", IPV4): exact("56.6"),
    ("narvik.Uninett", "ohio.Amazon", IPV4): exact("55.4"),
    ("hainan.CERNET", "ohio.Amazon", IPV4): exact("1.7"),
    ("ohio.Amazon", "tunnelbox.Uninett", IPV4): exact("2.5"),
    ("ohio.Amazon", "bergen.Uninett", IPV4): exact("2.3"),
    ("ohio.Amazon", "narvik.Uninett", IPV4): exact("2.1"),
    ("ohio.Amazon", "hainan.CERNET", IPV4): exact("0.7"),
} | {("bergen." + isp, "simula.Uninett", family): exact("~85") for isp in ("Uninett", "BKK") for family in (IPV4, IPV6)} | {
    ("hainan.CERNET", "simula." + isp, IPV4): exact("1.8") for isp in ("Uninett", "Kvantel", "Telenor", "PowerTech")} | {
    ("narvik." + near, "simula." + far, family): up_to("0.8") for near in ("Broadnet", "PowerTech")
    for far in ("Uninett", "Kvantel", "Telenor", "PowerTech") for family in (IPV4, IPV6)}

LOADED_RTT: dict[tuple[str, str, str], Said] = {  # ms
    ("hainan.CnUnicom", "simula.PowerTech", IPV4): exact("621.5"),
    ("hainan.CnUnicom", "simula.Telenor", IPV4): exact("331.4"),
    ("bergen.Uninett", "simula.Kvantel", IPV4): exact("9.5"),
    ("bergen.Uninett", "simula.Kvantel", IPV6): exact("38.9"),
    ("narvik.Uninett", "simula.Kvantel", IPV4): exact("22.7"),
    ("narvik.Uninett", "simula.Uninett", IPV4): exact("37.3"),
    ("narvik.PowerTech", "simula.Telenor", IPV4): exact("82.2"),
    ("simula.Uninett", "ohio.Amazon", IPV4): exact("120.09±0.72"),
    ("ohio.Amazon", "simula.Uninett", IPV4): exact("118.49±0.54"),
    ("tunnelbox.Uninett", "ohio.Amazon", IPV4): exact("153.2"),
    ("bergen.Uninett", "ohio.Amazon", IPV4): exact("160.9"),
    ("narvik.Uninett", "ohio.Amazon", IPV4): exact("174.7"),
    ("hainan.CERNET", "ohio.Amazon", IPV4): exact("557.1"),
    ("ohio.Amazon", "tunnelbox.Uninett", IPV4): exact("146.4"),
    ("ohio.Amazon", "bergen.Uninett", IPV4): exact("160.7"),
    ("ohio.Amazon", "narvik.Uninett", IPV4): exact("168.3"),
    ("ohio.Amazon", "hainan.CERNET", IPV4): exact("542.9"),
} | {("bergen." + isp, "simula.PowerTech", family): exact("~390") for isp in ("Uninett", "BKK") for family in (IPV4, IPV6)} | {
    ("bergen." + isp, "simula.Telenor", IPV4): exact("~145") for isp in ("Uninett", "BKK")} | {
    ("narvik.PowerTech", "simula.PowerTech", family): exact("~77") for family in (IPV4, IPV6)} | {
    ("narvik.Broadnet", "simula." + isp, IPV4): above("600") for isp in ("Uninett", "Kvantel", "Telenor", "PowerTech")} | {
    ("simula.Telenor", "bergen." + isp, IPV4): exact("~1,500") for isp in ("Uninett", "BKK")} | {
    ("simula.Telenor", line, IPV4): above("1,600")
    for line in ("hainan.CERNET", "hainan.CnUnicom", "narvik.Uninett", "narvik.Broadnet", "narvik.PowerTech")}


def said(table: dict[tuple[str, str, str], Said], path: Path) -> Said | None:
    return table.get((path.source, path.target, path.family))


def figures(description: Description) -> list[Figure]:
    """In the paper's order."""
    names = {"hainan": "Hainan University", "bergen": "Universitetet i Bergen", "narvik": "Høgskolen i Narvik"}
    found = [Figure(f"fig{5 + n}", f"Figure {5 + n}. {names[site]} to Simula Research Laboratory", 1, _all(description, site, "simula"))
             for n, site in enumerate(names)]
    found += [Figure(f"fig{8 + n}", f"Figure {8 + n}. Simula Research Laboratory to {names[site]}", 1, _all(description, "simula", site))
              for n, site in enumerate(names)]
    direct = (Path("simula.Uninett", "ohio.Amazon", IPV4), Path("ohio.Amazon", "simula.Uninett", IPV4))
    lines = ("tunnelbox.Uninett", "bergen.Uninett", "narvik.Uninett", "hainan.CERNET")
    return [*found, Figure("table2", "Table II. Simula and Amazon AWS", 2, direct),
            Figure("table3", "Table III. NorNet Core to Amazon AWS, by NAT at Simula", 3,
                tuple(Path(line, "ohio.Amazon", IPV4) for line in lines)),
            Figure("table4", "Table IV. Amazon AWS to NorNet Core, by NAT at Simula", 3,
                tuple(Path("ohio.Amazon", line, IPV4) for line in lines))]


def _all(description: Description, source: str, target: str) -> tuple[Path, ...]:
    """Every pair of ISPs in every IP version that both have."""
    sites = {site.id: site for site in description.sites}
    return tuple(Path(f"{source}.{near.id}", f"{target}.{far.id}", family) for family in (IPV4, IPV6)
                 for near in sites[source].isps for far in sites[target].isps if family in near.families and family in far.families)
