package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

class BandwidthFileTest {

    private static final CopySpec PLAIN = new CopySpec("web", new MilliCores(100), Bytes.ofMebi(32), Map.of(), List.of(), List.of(
            new CopyAddress(new AccessPoint("east", "Fibre", IpFamily.IPV4), "10.1.1.101", 24, "10.1.1.1"),
            new CopyAddress(new AccessPoint("east", "Fibre", IpFamily.IPV6), "fd4e:1:1::65", 64, "fd4e:1:1::1")));

    @Test
    void aCopyWithoutBandwidthHasNoFile() {
        assertThat(BandwidthFile.of(PLAIN, "br0")).isEmpty();
    }

    @Test
    void networksAndPartsOfLinks() {
        CopySpec spec = PLAIN.withBandwidth(List.of(
                new LinkBandwidth("Fibre", Optional.of(BitRate.ofMbps(100)), BitRate.ofMbps(5), Optional.of(BitRate.ofMbps(50)), 3),
                new LinkBandwidth("Adsl", Optional.empty(), BitRate.ZERO, Optional.empty(), 0.5)));
        assertThat(BandwidthFile.of(spec, "br0")).isEqualTo("""
                bridge br0
                net Fibre 10.1.1.101/24
                net Fibre fd4e:1:1::65/64
                link Adsl 32000000001 0 - 0.5
                link Fibre 100000000 5000000 50000000 3.0
                """);
        assertThat(spec.digest()).as("bandwidth changes while the copy runs").isEqualTo(PLAIN.digest());
    }

    @Test
    void aQuotaOfALinkIsInTheFileAndSeenThere() {
        LinkBandwidth limited = new LinkBandwidth("Fibre", Optional.empty(), BitRate.ZERO, Optional.empty(), 1, Optional.of(
                new TrafficQuota(new Bytes(10_000_000_000L), TrafficQuota.Period.MONTH, new BitRate(256_000))));
        String line = "link Fibre 32000000001 0 - 1.0 10000000000 month 256000";
        assertThat(BandwidthFile.of(PLAIN.withBandwidth(List.of(limited)), "br0").lines()).contains(line);
        assertThat(ObservedCopies.read("pi-1", "copy shop.web.1.7\nstate RUNNING\nspec 0\nbandwidth\nbandwidth" + line.substring(4) + "\n")
                .get(0).bandwidth()).contains(List.of(limited));
    }

    @Test
    void aPriceAfterTheQuotaIsInTheFileAndSeenThere() {
        LinkBandwidth priced = new LinkBandwidth("Fibre", Optional.of(BitRate.ofMbps(20)), BitRate.ZERO, Optional.empty(), 1, Optional.of(
                new TrafficQuota(new Bytes(10_000_000_000L), TrafficQuota.Period.MONTH, new TrafficQuota.Price(new DataPrice(90_000)))));
        String line = "link Fibre 20000000 0 - 1.0 10000000000 month price:90000";
        assertThat(BandwidthFile.of(PLAIN.withBandwidth(List.of(priced)), "br0").lines()).contains(line);
        assertThat(ObservedCopies.read("pi-1", "copy shop.web.1.7\nstate RUNNING\nspec 0\nbandwidth\nbandwidth" + line.substring(4) + "\n")
                .get(0).bandwidth()).contains(List.of(priced));
    }

    @Test
    void theInboundCapacityOfALinkIsInTheFileAndSeenThere() {
        LinkBandwidth both = new LinkBandwidth("Fibre", Optional.empty(), BitRate.ofMbps(5), Optional.empty(), 1)
                .withDownlink(Optional.of(BitRate.ofMbps(100)));
        LinkBandwidth out = new LinkBandwidth("Adsl", Optional.empty(), BitRate.ZERO, Optional.empty(), 1);
        assertThat(BandwidthFile.of(PLAIN.withBandwidth(List.of(out, both)), "br0")).endsWith("""
                link Adsl 32000000001 0 - 1.0
                link Fibre 32000000001 5000000 - 1.0
                inbound Fibre 100000000
                """);
        assertThat(ObservedCopies.read("pi-1", "copy shop.web.1.7\nstate RUNNING\nspec 0\nbandwidth\nbandwidth Adsl 32000000001 0 - 1.0\n"
                + "bandwidth Fibre 32000000001 5000000 - 1.0\ninbound Fibre 100000000\n").get(0).bandwidth()).contains(List.of(out, both));
    }

    @Test
    void observedBandwidthIsThatOfTheFile() {
        String copy = "copy shop.web.1.7\nstate RUNNING\nspec 0\n";
        assertThat(ObservedCopies.read("pi-1", copy).get(0).bandwidth()).isEmpty();
        assertThat(ObservedCopies.read("pi-1", copy + "bandwidth\n").get(0).bandwidth()).contains(List.of());
        assertThat(ObservedCopies.read("pi-1", copy + "bandwidth\nbandwidth Adsl 32000000001 0 - 0.5\n"
                + "bandwidth Fibre 100000000 5000000 50000000 3.0\n").get(0).bandwidth()).contains(List.of(
                new LinkBandwidth("Adsl", Optional.empty(), BitRate.ZERO, Optional.empty(), 0.5),
                new LinkBandwidth("Fibre", Optional.of(BitRate.ofMbps(100)), BitRate.ofMbps(5), Optional.of(BitRate.ofMbps(50)), 3)));
    }
}
