package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.infrastructure.Vantage;
import org.caravan.measure.Probe;
import org.caravan.measure.ProbeBatch;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeOrder.PacketTrains;
import org.caravan.measure.ProbePoint;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Sample;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/** Five machines whose processes are simulated: each train arrives at once, unless a test decides otherwise. */
class TrainBatchTest {

    private static final int SITES = 5;
    private static final int PATHS = SITES * (SITES - 1);
    private static final int OF_A_SITE = 2 * (SITES - 1);
    private static final long RATE = TrainShell.RATE;
    private static final int PACKETS = 100;

    private final Map<String, ProbeResult> taken = new TreeMap<>();
    private final Map<String, String> failed = new TreeMap<>();
    private final List<String> alone = new ArrayList<>();
    private final TrainShell shell = new TrainShell();
    /** Number of trains after which the run is cancelled. */
    private int cancelAfter = Integer.MAX_VALUE;
    private Duration toStart = Duration.ofMillis(300);

    @Test
    void allTrainsAreTakenByOneProcessPerMachineAndLabelledWithTheGateway() {
        take();

        assertThat(failed).isEmpty();
        assertThat(taken).hasSize(PATHS).allSatisfy((path, result) -> {
            assertThat(rates(result)).containsExactly(payload(RATE));
            assertThat(result.sent().value()).isEqualTo(PACKETS * 1428);
            assertThat(result.samples()).extracting(Sample::probe).containsExactly("packet train via 10." + path.charAt(0) + ".0.1");
        });
        assertThat(shell.processes).hasSize(SITES);
        assertThat(alone).isEmpty();
    }

    @Test
    void linesOfStartFilesAreNotTheEndOfAProcess() {
        shell.atStart.put("vantage-1", List.of("", "Welcome", "ready", "", "ready 9010", ""));

        take();

        assertThat(taken).hasSize(PATHS);
        assertThat(shell.sent).filteredOn(train -> train.to().equals("vantage-1")).hasSize(SITES - 1)
                .allMatch(train -> train.port() == 9010);
    }

    @Test
    void onlyTheFirstPortCountsAndOnlyIfItIsOneOfFlows() {
        shell.atStart.put("vantage-2", List.of("ready 22", "ready 9000"));
        shell.atStart.put("vantage-3", List.of("ready 9190", "ready 9000"));

        take();

        assertThat(failed).hasSize(OF_A_SITE).allSatisfy((path, fault) -> assertThat(path).contains("2"));
        assertThat(failed.get("2>1")).contains("vantage-2: its process reports port 22, not one from 9000 to 9190");
        assertThat(taken).hasSize(PATHS - OF_A_SITE);
        assertThat(shell.sent).filteredOn(train -> train.to().equals("vantage-3")).hasSize(SITES - 2)
                .allMatch(train -> train.port() == 9190);
    }

    @Test
    void aMachineThatDoesNotAnswerFailsItsPathsOnly() {
        shell.atStart.put("vantage-2", List.of());

        take();

        assertThat(failed).hasSize(OF_A_SITE).allSatisfy((path, fault) ->
                assertThat(fault).contains("vantage-2: its python3 did not start").contains("\nMaybe "));
        assertThat(taken).hasSize(PATHS - OF_A_SITE);
    }

    /** A process that has started and ended is in two of the records, but it does not end the wait for others. */
    @Test
    void othersAreAwaitedIfAProcessEndsEarly() {
        toStart = Duration.ofSeconds(60);
        shell.atStart.put("vantage-1", List.of("ready 9000", TrainShell.END));
        shell.later = Optional.of("vantage-4");

        take();

        assertThat(failed).hasSize(OF_A_SITE).allSatisfy((path, fault) -> assertThat(fault).contains("vantage-1: its process ended"));
        assertThat(taken).hasSize(PATHS - OF_A_SITE).containsKeys("2>4", "4>3");
    }

    @Test
    void aLateTrainIsRepeatedAndItsLateReportIgnored() {
        shell.report = train -> train.isPath("1>2") ? train.nth() == 1 ? List.of()
                : List.of(train.arrived(shell.first("1>2"), 7 * RATE), train.arrived(train.number(), RATE)) : List.of(train.arrived(RATE));

        take();

        assertThat(failed).isEmpty();
        assertThat(rates(taken.get("1>2"))).containsExactly(payload(RATE));
        assertThat(taken.get("1>2").sent().value()).isEqualTo(2 * PACKETS * 1428);
    }

    @Test
    void aSlowTrainIsRepeatedAndCountsOnlyIfASecondOneConfirmsIt() {
        shell.report = train -> List.of(train.arrived(train.isPath("1>2") && train.nth() == 1 ? RATE / 2 : RATE));
        take();
        assertThat(rates(taken.get("1>2"))).containsExactly(payload(RATE));
        assertThat(taken.get("1>2").sent().value()).isEqualTo(2 * PACKETS * 1428);

        shell.report = train -> List.of(train.arrived(train.isPath("1>2") ? RATE / (1 + train.nth()) : RATE));
        take();
        assertThat(rates(taken.get("1>2"))).as("50, then 33 Mbit/s").isEmpty();

        shell.report = train -> List.of(train.arrived(train.isPath("1>2") ? RATE / 2 : RATE));
        take();
        assertThat(rates(taken.get("1>2"))).containsExactly(payload(RATE / 2));
    }

    @Test
    void aMachineCanReportOnlyItsOwnTrains() {
        shell.report = train -> {
            List<String> lines = new ArrayList<>(List.of("vantage-4 train " + train.number() + " 100 999999999999999"));
            if (!train.from().equals("vantage-4")) {
                lines.add(0, "vantage-4 failed " + train.number() + " by another machine");
            }
            if (!train.to().equals("vantage-4")) {
                lines.add(train.arrived(RATE));
            }
            return lines;
        };

        take();

        assertThat(failed).isEmpty();
        assertThat(taken).hasSize(PATHS);
        assertThat(taken.entrySet()).filteredOn(path -> !path.getKey().endsWith("4"))
                .allSatisfy(path -> assertThat(rates(path.getValue())).containsExactly(payload(RATE)));
        assertThat(shell.sent).as("rates of that machine make no other train suspicious").hasSize(PATHS);
    }

    @Test
    void aTrainThatCannotBeSentIsAFaultOfItsPathOnly() {
        shell.report = train -> List.of(train.isPath("1>2") ? "vantage-1 failed " + train.number() + " [Errno 101] Network is unreachable"
                : train.arrived(RATE));

        take();

        assertThat(failed).containsOnlyKeys("1>2");
        assertThat(failed.get("1>2")).contains("failed: vantage-1 cannot send: [Errno 101] Network is unreachable.\nMaybe ");
        assertThat(taken).hasSize(PATHS - 1);
    }

    @Test
    void aWrongRouteSendsNothing() {
        shell.gateways.put("vantage-3", "10.9.9.9");

        take();

        assertThat(failed).hasSize(OF_A_SITE).allSatisfy((path, fault) ->
                assertThat(fault).contains("machine (vantage-3) sends via 10.9.9.9"));
        assertThat(taken).hasSize(PATHS - OF_A_SITE);
        assertThat(shell.sent).noneMatch(train -> train.from().equals("vantage-3") || train.to().equals("vantage-3"));
    }

    @Test
    void aShellThatKeepsNoCommandRunningTakesThemOneByOne() {
        shell.keepsCommands = false;
        take();
        assertThat(alone).hasSize(PATHS);
        assertThat(taken).hasSize(PATHS);
    }

    @Test
    void fewTrainsAreTakenOneByOne() {
        take(orders().subList(0, 7));
        assertThat(alone).hasSize(7);
        assertThat(shell.processes).isEmpty();
    }

    @Test
    void afterCancellationNoTrainStartsAndThoseOnTheirWayEnd() {
        cancelAfter = 1;
        take();
        assertThat(failed).isEmpty();
        assertThat(taken).as("those that started at the same time").hasSameSizeAs(shell.sent).hasSizeBetween(1, SITES);

        shell.keepsCommands = false;
        take();
        assertThat(alone).hasSize(1);
        assertThat(taken).hasSize(1);
    }

    @Test
    void afterCancellationASuspiciousTrainIsNotRepeated() {
        cancelAfter = PATHS;
        shell.report = train -> List.of(train.arrived(train.isPath("1>2") ? RATE / 2 : RATE));
        take();
        assertThat(shell.sent).hasSize(PATHS);
        assertThat(taken).hasSize(PATHS);
        assertThat(rates(taken.get("1>2"))).isEmpty();
    }

    private void take() {
        take(orders());
    }

    private void take(List<PacketTrains> orders) {
        taken.clear();
        failed.clear();
        shell.sent.clear();
        alone.clear();
        Infrastructure infrastructure = new Infrastructure("star", List.of(),
                IntStream.rangeClosed(1, SITES).mapToObj(TrainBatchTest::site).toList());
        Machines machines = new Machines(infrastructure);
        TrainsTogether together = new TrainsTogether(shell, machines, Clock.systemUTC(),
                new TrainsTogether.Limits(toStart, Duration.ofMillis(300)));
        Probe single = order -> {
            alone.add(name(order));
            return new ProbeResult(order, List.of(), new Bytes(0), Millis.ZERO);
        };
        RouteCheck routes = new RouteCheck(shell, machines, infrastructure);
        ProbeBatch batch = new TrainBatch(orders, shell, machines, routes, together, single);
        batch.take(batch.orders(), () -> shell.sent.size() + alone.size() >= cancelAfter, new ProbeBatch.Outcome() {
            @Override
            public void taken(ProbeOrder order, ProbeResult result) {
                assertThat(taken.put(name(order), result)).isNull();
            }

            @Override
            public void failed(ProbeOrder order, ProbeFault fault) {
                assertThat(failed.put(name(order), fault.getMessage())).isNull();
            }
        });
    }

    private static String name(ProbeOrder order) {
        return order.from().at().siteId() + ">" + order.to().at().siteId();
    }

    private static List<Double> rates(ProbeResult result) {
        return result.samples().stream().map(Sample::value).toList();
    }

    private static double payload(long packetRate) {
        return WireBytes.payloadRate(IpFamily.IPV4, packetRate);
    }

    private static List<PacketTrains> orders() {
        return IntStream.rangeClosed(1, SITES).boxed()
                .flatMap(from -> IntStream.rangeClosed(1, SITES).filter(to -> to != from)
                        .mapToObj(to -> new PacketTrains(point(from), point(to), 1, PACKETS)))
                .toList();
    }

    private static ProbePoint point(int index) {
        return new ProbePoint(new AccessPoint("" + index, "isp", IpFamily.IPV4), "vantage-" + index, "10." + index + ".0.10");
    }

    private static Site site(int index) {
        Isp isp = new Isp("isp", Map.of(IpFamily.IPV4, new Subnet("10." + index + ".0.0/24", "10." + index + ".0.1")));
        return new Site("" + index, SiteKind.USERS, "NO", new Position(60, 5), List.of(isp), List.of(),
                Optional.of(new Vantage("vantage-" + index, "192.0.2." + index, 22, "none")));
    }
}
