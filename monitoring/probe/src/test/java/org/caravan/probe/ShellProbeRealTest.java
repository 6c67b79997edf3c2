package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.ProbeBatch;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeOrder.IdleRtt;
import org.caravan.measure.ProbeOrder.LoadedFlow;
import org.caravan.measure.ProbeOrder.PacketTrains;
import org.caravan.measure.ProbePoint;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.ssh.Machine;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real ping and real NetPerfMeter between two network namespaces. */
@Tag("real")
class ShellProbeRealTest {

    /**
     * Packets of a train. The cable's token bucket lets B = 64 KiB through at once, also after a pause of the sender, so that n intervals
     * of frames of 1442 B take at least (1442 n - B) / 100 Mbit/s. Of 190 packets, 126 intervals count: at most 155 Mbit/s. The cable's
     * queue holds 315 kB, which is more than such a train.
     */
    private static final int TRAIN = 190;

    /** The middle of the flow is read late on a busy machine: 0.2 s of the second half of this time are 4 %. */
    private static final int FLOW_SECONDS = 10;

    @TempDir
    Path folder;

    private TwoNamespaces network;
    private LocalShell shell;

    @BeforeEach
    void up() throws IOException {
        Optional<String> missing = TwoNamespaces.missing();
        assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
        network = TwoNamespaces.up(folder);
        shell = network.shell();
    }

    @AfterEach
    void down() {
        if (network != null) {
            network.close();
        }
    }

    @ParameterizedTest
    @EnumSource(IpFamily.class)
    void pingsAnIdleLine(IpFamily family) {
        ProbeResult result = probe().take(new IdleRtt(BergenAndNarvik.bergen(family), BergenAndNarvik.narvik(family), 5));

        int pings = values(result, Quantity.LOSS).size(); // a busy machine makes the probe ask again
        assertThat(values(result, Quantity.IDLE_RTT)).hasSize(5 * pings).allMatch(rtt -> rtt < 500);
        // The least, since a busy machine delays some.
        assertThat(Collections.min(values(result, Quantity.IDLE_RTT))).isLessThan(5);
        assertThat(values(result, Quantity.LOSS)).hasSizeBetween(1, 3).containsOnly(0.0);
        assertThat(values(result, Quantity.JITTER)).hasSize(1).allMatch(jitter -> jitter < 500);
        assertThat(result.sent().value()).isEqualTo(pings * 10 * (family == IpFamily.IPV4 ? 84 : 104));
    }

    @ParameterizedTest
    @EnumSource(IpFamily.class)
    void sendsAFlowThatFillsTheLineAndEndsItsReceiver(IpFamily family) {
        ProbeResult result = probe().take(new LoadedFlow(BergenAndNarvik.bergen(family), BergenAndNarvik.narvik(family), FLOW_SECONDS));

        assertThat(values(result, Quantity.THROUGHPUT)).hasSize(1).allMatch(rate -> rate > 10e6 && rate < 100e6);
        assertThat(values(result, Quantity.LOADED_RTT)).hasSizeGreaterThan(4).allMatch(rtt -> rtt < 500);
        assertThat(result.samples()).extracting(Sample::probe).contains("netperfmeter cubic via " + gateway(family));
        assertThat(result.sent().value()).isGreaterThan(1_000_000);
        noListenerStays();
    }

    @ParameterizedTest
    @EnumSource(IpFamily.class)
    void packetTrainsEstimateTheLine(IpFamily family) {
        ProbeResult result = probe().take(new PacketTrains(BergenAndNarvik.bergen(family), BergenAndNarvik.narvik(family), 3, TRAIN));

        System.out.println(family + ": " + values(result, Quantity.THROUGHPUT));
        assertThat(values(result, Quantity.THROUGHPUT)).hasSize(3).allMatch(rate -> rate > 10e6 && rate < 200e6);
        assertThat(result.samples()).extracting(Sample::probe).containsOnly("packet train via " + gateway(family));
        assertThat(result.sent().value()).isEqualTo(3 * TRAIN * (family == IpFamily.IPV4 ? 1428 : 1448));
        noListenerStays();
    }

    @Test
    void manyProbesTogetherGiveWhatEachGivesAlone() {
        List<ProbeOrder> pings = bothWays((from, to) -> List.of(new IdleRtt(from, to, 4), new IdleRtt(from, to, 5)));
        List<ProbeOrder> trains = bothWays((from, to) -> List.of(new PacketTrains(from, to, 1, TRAIN + 10),
                new PacketTrains(from, to, 3, TRAIN)));

        List<ProbeResult> pinged = together(pings);
        assertThat(pinged).extracting(ProbeResult::order).containsExactlyInAnyOrderElementsOf(pings);
        assertThat(pinged).allSatisfy(result -> {
            assertThat(values(result, Quantity.IDLE_RTT)).hasSize(((IdleRtt) result.order()).count()).allMatch(rtt -> rtt < 500);
            assertThat(values(result, Quantity.LOSS)).containsExactly(0.0);
        });
        List<ProbeResult> sent = together(trains);
        assertThat(sent).extracting(ProbeResult::order).containsExactlyInAnyOrderElementsOf(trains);
        assertThat(sent).allSatisfy(result -> {
            System.out.println(result.order().path() + ": " + values(result, Quantity.THROUGHPUT));
            assertThat(values(result, Quantity.THROUGHPUT)).hasSize(((PacketTrains) result.order()).trains())
                    .allMatch(rate -> rate > 10e6 && rate < 200e6);
            assertThat(result.samples()).extracting(Sample::probe)
                    .containsOnly("packet train via " + (result.order().from().at().siteId().equals("bergen")
                            ? gateway(result.order().from().at().family()) : gatewayOfNarvik(result.order().from().at().family())));
        });
        noListenerStays();
    }

    /** Without a program ping, so that only the program of the batch can have sent the requests. */
    @Test
    void onePerlMeasuresAllPathsOfBothFamilies() throws IOException {
        List<ProbeOrder> orders = bothWays((from, to) -> List.of(new IdleRtt(from, to, 6), new IdleRtt(from, to, 3)));
        ShellProbe probe = new ShellProbe(LocalShell.inNamespaces(network.folderWith("sh", "ip", "perl").toString()),
                BergenAndNarvik.of(network), Clock.systemUTC());

        List<ProbeResult> results = together(probe, orders);

        assertThat(results).extracting(ProbeResult::order).containsExactlyInAnyOrderElementsOf(orders);
        assertThat(results).allSatisfy(result -> {
            int count = ((IdleRtt) result.order()).count();
            assertThat(values(result, Quantity.IDLE_RTT)).hasSize(count).allMatch(rtt -> rtt > 0 && rtt < 500);
            assertThat(Collections.min(values(result, Quantity.IDLE_RTT))).isLessThan(5);
            assertThat(values(result, Quantity.LOSS)).containsExactly(0.0);
            assertThat(result.sent().value()).isEqualTo(2 * count * (result.order().from().at().family() == IpFamily.IPV4 ? 84 : 104));
        });
    }

    /** The requests arrive, their replies do not. */
    @Test
    void onePerlCountsRequestsWithoutReplyAsLost() {
        network.unplug();

        List<ProbeResult> results = together(bothWays((from, to) -> from.at().siteId().equals("bergen")
                ? List.of(new IdleRtt(from, to, 3)) : List.of()));

        assertThat(results).hasSize(2).allSatisfy(result -> {
            assertThat(values(result, Quantity.IDLE_RTT)).isEmpty();
            assertThat(values(result, Quantity.LOSS)).containsExactly(1.0);
        });
    }

    @Test
    void manyTrainsOfWhichNothingArrivesAreFaults() {
        network.dropUdp(network.narvik());
        network.dropUdp(network.bergen());
        List<ProbeOrder> trains = bothWays((from, to) -> List.of(new PacketTrains(from, to, 1, 30), new PacketTrains(from, to, 1, 31)));
        List<String> faults = new ArrayList<>();

        take(probe(), trains, new ProbeBatch.Outcome() {
            @Override
            public void taken(ProbeOrder order, ProbeResult result) {
                faults.add("none of " + order.path());
            }

            @Override
            public void failed(ProbeOrder order, ProbeFault fault) {
                faults.add(fault.getMessage());
            }
        });

        assertThat(faults).hasSize(8).allMatch(fault -> fault.endsWith(
                "failed: too few packets arrived.\nMaybe a firewall between them drops UDP to ports 9000 to 9191."));
        noListenerStays();
    }

    private static List<ProbeOrder> bothWays(BiFunction<ProbePoint, ProbePoint, List<ProbeOrder>> orders) {
        return Stream.of(IpFamily.values())
                .flatMap(family -> Stream.of(orders.apply(BergenAndNarvik.bergen(family), BergenAndNarvik.narvik(family)),
                        orders.apply(BergenAndNarvik.narvik(family), BergenAndNarvik.bergen(family))))
                .flatMap(List::stream)
                .toList();
    }

    private List<ProbeResult> together(List<ProbeOrder> orders) {
        return together(probe(), orders);
    }

    private static List<ProbeResult> together(ShellProbe probe, List<ProbeOrder> orders) {
        List<ProbeResult> results = new ArrayList<>();
        take(probe, orders, new ProbeBatch.Outcome() {
            @Override
            public void taken(ProbeOrder order, ProbeResult result) {
                results.add(result);
            }

            @Override
            public void failed(ProbeOrder order, ProbeFault fault) {
                throw fault;
            }
        });
        return results;
    }

    private static void take(ShellProbe probe, List<ProbeOrder> orders, ProbeBatch.Outcome outcome) {
        probe.batches(orders).forEach(batch -> batch.take(batch.orders(), () -> false, outcome));
    }

    private static String gatewayOfNarvik(IpFamily family) {
        return family == IpFamily.IPV4 ? "10.91.2.1" : "fd91:2::1";
    }

    @Test
    void trainsOfWhichNothingArrivesAreAFault() {
        network.dropUdp(network.narvik());

        assertThatThrownBy(() -> probe().take(new PacketTrains(BergenAndNarvik.bergen(IpFamily.IPV4),
                BergenAndNarvik.narvik(IpFamily.IPV4), 1, 10)))
                .isInstanceOf(ProbeFault.class)
                .hasMessageContaining("failed: too few packets arrived.\nMaybe a firewall between them drops UDP to ports 9000 to 9191.");
        noListenerStays();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFlowEndsAfterItsBytes(boolean netPerfMeter) throws IOException {
        Path ours = network.folderWith("sh", "ip", "ss", "timeout", "ping", "python3", "cat", "rm", "mktemp", "grep", "sleep", "date",
                "tail", "kill");
        ShellProbe probe = netPerfMeter ? probe()
                : new ShellProbe(LocalShell.inNamespaces(ours.toString()), BergenAndNarvik.of(network), Clock.systemUTC());
        long most = 60_000_000;

        long before = network.sentBytes(network.bergen());
        ProbeResult result = probe.take(new LoadedFlow(BergenAndNarvik.bergen(IpFamily.IPV4), BergenAndNarvik.narvik(IpFamily.IPV4), 30)
                .atMost(new Bytes(most)));
        long onTheWire = network.sentBytes(network.bergen()) + network.receivedBytes(network.bergen()) - before;

        assertThat(result.samples()).extracting(Sample::probe).anyMatch(name -> name.contains("ended by its budget"));
        assertThat(values(result, Quantity.THROUGHPUT)).hasSize(1).allMatch(rate -> rate > 5e6 && rate < 100e6);
        System.out.printf("%s: at most %d bytes of payload, interface %d%n", netPerfMeter ? "netperfmeter" : "own", most, onTheWire);
        // 30 s of the line are 375 MB. A tick of the watch on a busy machine is what NetPerfMeter may send besides.
        assertThat(onTheWire).isBetween(most / 2, 3 * most);
    }

    @ParameterizedTest
    @EnumSource(IpFamily.class)
    void connectsWhereEchoesAreFiltered(IpFamily family) {
        network.ignoreEchoes(network.narvik());

        ProbeResult result = probe().take(new IdleRtt(BergenAndNarvik.bergen(family), BergenAndNarvik.narvik(family), 5));

        assertThat(values(result, Quantity.IDLE_RTT)).hasSize(5).allMatch(rtt -> rtt > 0 && rtt < 500);
        assertThat(values(result, Quantity.LOSS)).containsExactly(0.0);
        assertThat(values(result, Quantity.JITTER)).hasSize(1);
        assertThat(result.samples()).extracting(Sample::probe).containsOnly("tcp connect via " + gateway(family));
        noListenerStays();
    }

    @Test
    void aLineThatIsDownIsNotTakenForAFilter() {
        network.unplug();

        ProbeResult result = probe().take(new IdleRtt(BergenAndNarvik.bergen(IpFamily.IPV4), BergenAndNarvik.narvik(IpFamily.IPV4), 1));

        assertThat(values(result, Quantity.LOSS)).containsExactly(1.0);
        assertThat(result.samples()).extracting(Sample::probe).containsOnly("ping via 10.91.1.1");
    }

    @ParameterizedTest
    @EnumSource(IpFamily.class)
    void sendsAFlowOfOurOwnWithoutNetPerfMeter(IpFamily family) throws IOException {
        Path tools = network.folderWith("sh", "ip", "ss", "timeout", "ping", "python3", "cat", "rm", "mktemp", "grep", "sleep", "date",
                "tail", "kill");
        ShellProbe probe = new ShellProbe(LocalShell.inNamespaces(tools.toString()), BergenAndNarvik.of(network), Clock.systemUTC());

        long before = network.sentBytes(network.bergen());
        ProbeResult result = probe.take(new LoadedFlow(BergenAndNarvik.bergen(family), BergenAndNarvik.narvik(family), FLOW_SECONDS));
        long onTheWire = network.sentBytes(network.bergen()) + network.receivedBytes(network.bergen()) - before;

        assertThat(values(result, Quantity.THROUGHPUT)).hasSize(1).allMatch(rate -> rate > 10e6 && rate < 100e6);
        assertThat(values(result, Quantity.LOADED_RTT)).hasSizeGreaterThan(4).allMatch(rtt -> rtt < 500);
        assertThat(result.samples()).extracting(Sample::probe).contains("caravan-tcp cubic via " + gateway(family));
        noListenerStays();
        System.out.printf("%s: %.1f Mbit/s, counted %d bytes, interface %d%n", family,
                values(result, Quantity.THROUGHPUT).get(0) / 1e6, result.sent().value(), onTheWire);
        // The interface counts layer 2, retransmissions and neighbour discovery besides.
        assertThat((double) result.sent().value()).isBetween(0.85 * onTheWire, 1.02 * onTheWire);
    }

    @Test
    void refusesToMeasureByAnotherGateway() {
        network.defaultRoute(network.bergen(), "via", "10.91.1.77");

        assertThatThrownBy(() -> probe().take(new IdleRtt(BergenAndNarvik.bergen(IpFamily.IPV4), BergenAndNarvik.narvik(IpFamily.IPV4), 1)))
                .isInstanceOf(ProbeFault.class)
                .hasMessageContaining("machine (vantage-bergen) sends via 10.91.1.77 from 10.91.1.10 to 10.91.2.10")
                .hasMessageContaining("not via 10.91.1.1 of access point (bergen.isp/ipv4)")
                .hasMessageContaining("\nMaybe ");
    }

    @Test
    void saysThatNetPerfMeterIsMissing() throws IOException {
        String onlyIp = network.folderWith("sh", "ip").toString();
        ShellProbe probe = new ShellProbe(LocalShell.inNamespaces(onlyIp), BergenAndNarvik.of(network), Clock.systemUTC());

        assertThatThrownBy(() -> probe.take(new LoadedFlow(BergenAndNarvik.bergen(IpFamily.IPV4), BergenAndNarvik.narvik(IpFamily.IPV4),
                2)))
                .isInstanceOf(ProbeFault.class)
                .hasMessageStartingWith("Machine (vantage-bergen) has no netperfmeter, so no flow can be sent.\nMaybe install it");
    }

    @Test
    void findsTheVantagesAddresses() {
        AddressInspection inspection = AddressInspection.ofVantages(shell, BergenAndNarvik.of(network));

        assertThat(inspection.faults()).isEmpty();
        assertThat(inspection.addresses().byMachine().get("vantage-bergen"))
                .contains(TwoNamespaces.BERGEN_V4, TwoNamespaces.BERGEN_V6)
                .doesNotContain("127.0.0.1");
    }

    private static String gateway(IpFamily family) {
        return family == IpFamily.IPV4 ? "10.91.1.1" : "fd91:1::1";
    }

    /** A program that was ended may take a while on a busy machine. */
    private void noListenerStays() {
        Machine machine = Machines.vantageOf(BergenAndNarvik.of(network).site("narvik")).orElseThrow();
        await().until(() -> shell.run(machine, "ss -tlnH 'sport >= :9000 and sport <= :9191'", Duration.ofMinutes(2)).output(),
                String::isEmpty);
    }

    private ShellProbe probe() {
        return new ShellProbe(shell, BergenAndNarvik.of(network), Clock.systemUTC());
    }

    private static List<Double> values(ProbeResult result, Quantity quantity) {
        return result.samples().stream()
                .filter(sample -> sample.quantity() == quantity)
                .map(Sample::value)
                .toList();
    }
}
