package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.infrastructure.Vantage;
import org.caravan.measure.ProbeOrder.IdleRtt;
import org.caravan.measure.ProbeOrder.LoadedFlow;
import org.caravan.measure.ProbeOrder.PacketTrains;
import org.caravan.measure.ProbePoint;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.schedule.ProbeSchedule;
import org.caravan.measure.schedule.ProbeSettings;
import org.junit.jupiter.api.Test;

class SimulatedProbeTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-20T08:00:00Z"), ZoneOffset.UTC);
    private static final Infrastructure SITES = new Infrastructure(
            "sites",
            List.of(),
            List.of(site("bergen", 60.4, 5.3), site("simula", 59.9, 10.6), site("hainan", 20.0, 110.3)));

    @Test
    void everySampleSaysThatItIsSimulated() {
        List<Sample> samples = probe(7).take(new LoadedFlow(point("bergen"), point("simula"), 8)).samples();

        assertThat(samples).extracting(Sample::probe).containsOnly("simulated");
        assertThat(samples).extracting(Sample::quantity).contains(Quantity.THROUGHPUT, Quantity.LOADED_RTT);
    }

    @Test
    void eachTrainIsASampleOfThroughput() {
        List<Sample> samples = probe(7).take(new PacketTrains(point("bergen"), point("simula"), 3, 100)).samples();

        assertThat(samples).extracting(Sample::quantity).containsOnly(Quantity.THROUGHPUT).hasSize(3);
        assertThat(samples).extracting(Sample::probe).containsOnly("simulated");
    }

    @Test
    void theSameSeedGivesTheSameSamples() {
        IdleRtt order = new IdleRtt(point("bergen"), point("hainan"), 16);
        SimulatedProbe probe = probe(7);
        probe.take(new IdleRtt(point("bergen"), point("simula"), 16));

        List<Sample> first = probe.take(order).samples();
        assertThat(first).isEqualTo(probe(7).take(order).samples());
        assertThat(first).isNotEqualTo(probe(8).take(order).samples());
        assertThat(first).as("a second probe").isNotEqualTo(probe.take(order).samples());
    }

    @Test
    void fartherTakesLonger() {
        assertThat(leastRtt("bergen", "simula")).isBetween(5.0, 80.0);
        assertThat(leastRtt("hainan", "simula")).isBetween(130.0, 250.0);
    }

    @Test
    void everyMachineHasAnAddressAtEveryAccessPoint() {
        ProbeSchedule schedule = ProbeSchedule.of(SITES, SimulatedProbe.addresses(SITES), ProbeSettings.DEFAULT);

        assertThat(schedule.unprobed()).isEmpty();
        assertThat(schedule.points()).hasSize(3);
    }

    private static double leastRtt(String from, String to) {
        return probe(7).take(new IdleRtt(point(from), point(to), 16)).samples().stream()
                .filter(sample -> sample.quantity() == Quantity.IDLE_RTT)
                .mapToDouble(Sample::value)
                .min()
                .orElseThrow();
    }

    private static SimulatedProbe probe(long seed) {
        return new SimulatedProbe(SITES, seed, CLOCK);
    }

    private static ProbePoint point(String siteId) {
        return new ProbePoint(new AccessPoint(siteId, "isp", IpFamily.IPV4), "host-" + siteId, "10.1.1.10");
    }

    private static Site site(String id, double latitude, double longitude) {
        Isp isp = new Isp("isp", Map.of(IpFamily.IPV4, new Subnet("10.1.1.0/24", "10.1.1.1")));
        Vantage vantage = new Vantage("vantage-" + id, "198.18.255.2", 22, "none");
        return new Site(
                id, SiteKind.EDGE, "NO", new Position(latitude, longitude), List.of(isp), List.of(), Optional.of(vantage));
    }
}
