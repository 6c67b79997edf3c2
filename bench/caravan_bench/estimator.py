"""What estimates are checked against: the settings of the test bed, and what a server measured on it.

    python3 -m caravan_bench.estimator settings            > FILE
    python3 -m caravan_bench.estimator measured NETWORK    > FILE     NETWORK: the output of caravan network --json

Lines: a title, then site,ID,LATITUDE,LONGITUDE and rtt|throughput,FROM,TO,VALUE (ms, bit/s)."""
import json
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
TESTBED = HOME / "examples" / "testbed"
sys.path.insert(0, str(TESTBED))

from caravan_testbed import description_reader  # noqa: E402
from caravan_testbed.description import DOWN, UP  # noqa: E402

# A full Ethernet frame of 1514 bytes carries 1448 bytes of TCP payload over IPv4 and 1428 over IPv6.
PAYLOAD = {"ipv4": 1448 / 1514, "ipv6": 1428 / 1514}


def described():
    return description_reader.read_description(TESTBED / "nornet.toml")


def sites(bed):
    return [f"site,{site.id},{site.position[0]},{site.position[1]}" for site in bed.sites]


def of_settings(bed):
    """Idle times are the delays of both directions; a flow gets the narrower line."""
    ends = [(site, isp, family) for site in bed.sites for isp in site.isps for family in isp.families]
    hauls = {region.id: region.shapes for region in bed.regions}
    lines = ["# settings of the test bed: the configured properties of its lines, not measured", *sites(bed)]
    for near, isp, family in ends:
        for far, peer, other in ends:
            if near.id == far.id or family != other:
                continue
            shapes = [isp.shapes[UP, family], peer.shapes[DOWN, family]]
            back = [peer.shapes[UP, family], isp.shapes[DOWN, family]]
            if near.region != far.region:
                for region, there in ((near.region, UP), (far.region, DOWN)):
                    if region:
                        shapes.append(hauls[region][there, family])
                        back.append(hauls[region][DOWN if there == UP else UP, family])
            path = f"{near.id}.{isp.id}/{family},{far.id}.{peer.id}/{family}"
            if near.id < far.id:
                lines.append(f"rtt,{path},{sum(shape.delay_us for shape in shapes + back) / 1000}")
            lines.append(f"throughput,{path},{min(shape.rate_bps for shape in shapes) * PAYLOAD[family]:.0f}")
    return lines


def of_measured(bed, network):
    """What was measured, and nothing that was estimated."""
    lines = ["# measured on the test bed by ping and NetPerfMeter", *sites(bed)]
    for path in network:
        if path["from"].split(".")[0] == path["to"].split(".")[0]:
            continue
        for quantity, name in (("rtt", "idleRtt"), ("throughput", "throughput")):
            figure = path.get(name)
            if figure and figure["origin"] == "MEASURED":
                value = figure["median"] if quantity == "rtt" else figure["mean"]
                lines.append(f"{quantity},{path['from']},{path['to']},{value:.4f}")
    return lines


def main(words):
    bed = described()
    if words[:1] == ["measured"]:
        lines = of_measured(bed, json.loads(Path(words[1]).read_text(encoding="utf-8")))
    else:
        lines = of_settings(bed)
    print("\n".join(lines))


if __name__ == "__main__":
    main(sys.argv[1:])
