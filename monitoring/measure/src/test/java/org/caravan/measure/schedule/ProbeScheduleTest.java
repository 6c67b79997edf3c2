package org.caravan.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.measure.Sites.BERGEN_BKK;
import static org.caravan.measure.Sites.BERGEN_UNINETT;
import static org.caravan.measure.Sites.OHIO_AMAZON;
import static org.caravan.measure.Sites.SIMULA_KVANTEL;
import static org.caravan.measure.Sites.USERS_TELENOR;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.infrastructure.Vantage;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.NetworkMatrixBuilder;
import org.caravan.measure.PathId;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sites;
import org.caravan.measure.Statistic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbeScheduleTest {

    private final Map<String, List<String>> addresses = Sites.addresses();
    private final List<Statistic> statistics = new ArrayList<>();

    @Test
    void eachAccessPointIsProbedFromTheFirstHostThatHasItsAddress() {
        assertThat(schedule().points().values())
                .extracting(point -> point.at() + " " + point.machineId() + " " + point.address())
                .containsExactly(
                        "bergen.BKK/ipv4 pi-b1 10.5.6.10",
                        "bergen.BKK/ipv6 pi-b1 fd4e:5:6::10",
                        "bergen.Uninett/ipv4 pi-b1 10.1.6.10",
                        "ohio.Amazon/ipv4 aws-1 10.9.99.10",
                        "simula.Kvantel/ipv4 pi-s1 10.2.1.10",
                        "simula.Kvantel/ipv6 pi-s1 fd4e:2:1::10",
                        "users.Telenor/ipv4 vantage-users 10.3.40.10");
        assertThat(schedule().unprobed()).isEmpty();
    }

    @Test
    void anotherHostStandsInForOneThatDoesNotAnswer() {
        addresses.remove("pi-b1");

        assertThat(schedule().points().get(BERGEN_BKK).machineId()).isEqualTo("pi-b2");
    }

    @Test
    void saysWhatCannotBeProbed() {
        addresses.remove("vantage-users");

        assertThat(schedule().points()).doesNotContainKey(USERS_TELENOR);
        assertThat(schedule().unprobed()).containsExactly(
                "No machine of site (users) can probe access point (users.Telenor/ipv4): none that answers has an address in "
                        + "10.3.40.0/24.\n"
                        + "Maybe give vantage-users such an address, or check why it does not answer.");
    }

    @Test
    void onlyChosenPathsAreProbed() {
        PathId chosen = new PathId(BERGEN_BKK, SIMULA_KVANTEL);
        ProbeSchedule only = schedule().only(Set.of(chosen));
        rtt(BERGEN_BKK, SIMULA_KVANTEL, 9);
        rtt(BERGEN_UNINETT, SIMULA_KVANTEL, 9);

        assertThat(only.idleRounds().get(0).orders()).extracting(ProbeOrder::path).containsExactly(chosen.reversed());
        assertThat(only.fullRounds(known())).flatExtracting(ProbeRound::orders).extracting(order -> ((ProbeOrder) order).path())
                .containsExactly(chosen);
    }

    @Test
    void idleTakesEachPairOfSitesOnceInOneRound() {
        List<ProbeRound> rounds = schedule().idleRounds();

        assertThat(rounds).hasSize(1);
        assertThat(rounds.get(0).orders()).extracting(order -> order.path().toString()).containsExactly(
                "bergen.BKK/ipv4 -> ohio.Amazon/ipv4",
                "bergen.Uninett/ipv4 -> ohio.Amazon/ipv4",
                "ohio.Amazon/ipv4 -> simula.Kvantel/ipv4",
                "ohio.Amazon/ipv4 -> users.Telenor/ipv4",
                "simula.Kvantel/ipv4 -> bergen.BKK/ipv4",
                "simula.Kvantel/ipv4 -> bergen.Uninett/ipv4",
                "simula.Kvantel/ipv6 -> bergen.BKK/ipv6",
                "users.Telenor/ipv4 -> bergen.BKK/ipv4",
                "users.Telenor/ipv4 -> bergen.Uninett/ipv4",
                "users.Telenor/ipv4 -> simula.Kvantel/ipv4");
        assertThat(rounds.get(0).orders()).allMatch(order -> ((ProbeOrder.IdleRtt) order).count() == 16);
    }

    @Test
    void accessLinksAreLoadedWithTheirNearestPeer() {
        rtt(BERGEN_BKK, SIMULA_KVANTEL, 9);
        rtt(BERGEN_BKK, USERS_TELENOR, 5);
        rtt(OHIO_AMAZON, BERGEN_BKK, 120);

        assertThat(paths(schedule().accessLinkRounds(known()))).containsExactlyInAnyOrder(
                new PathId(BERGEN_BKK, USERS_TELENOR),
                new PathId(USERS_TELENOR, BERGEN_BKK),
                new PathId(SIMULA_KVANTEL, BERGEN_BKK),
                new PathId(BERGEN_BKK, SIMULA_KVANTEL),
                new PathId(OHIO_AMAZON, BERGEN_BKK),
                new PathId(BERGEN_BKK, OHIO_AMAZON));
    }

    @Test
    void trainsCoverEveryDirectedPathThatAnswers() {
        rtt(BERGEN_BKK, SIMULA_KVANTEL, 9);
        rtt(BERGEN_BKK, USERS_TELENOR, 5);
        rtt(OHIO_AMAZON, BERGEN_BKK, 120);

        List<ProbeRound> rounds = schedule().trainRounds(known());
        assertThat(paths(rounds)).containsExactlyInAnyOrderElementsOf(paths(schedule().fullRounds(known())));
        assertThat(rounds).hasSize(1).flatExtracting(ProbeRound::orders).allSatisfy(order ->
                assertThat(((ProbeOrder.PacketTrains) order).mostBytes()).isEqualTo(3 * 100 * 1448));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 41, 121, 298, 402})
    void trainsOfManyPathsAreShorterAndStayWithinTheirBytes(int paths) {
        ProbeSchedule.Trains trains = ProbeSchedule.trains(paths);

        assertThat((long) paths * trains.count() * trains.packets() * 1448).isLessThanOrEqualTo(17_500_000);
        assertThat(trains.packets()).isBetween(30, 100);
        assertThat(trains.count()).isEqualTo(paths <= 40 ? 3 : 1);
    }

    /** Also between each two sites, if one of them has an even number of access points. */
    @Test
    void eachPathIsMeasuredOnceAndEachAccessPointIsTheSourceOfHalfOfThem() {
        List<AccessPoint> points = Sites.ALL.sites().stream().flatMap(site -> site.accessPoints().stream()).toList();
        List<PathId> measured = ProbeSchedule.measuredPaths(points).toList();
        assertThat(measured.stream().flatMap(path -> Stream.of(path, path.reversed()))).doesNotHaveDuplicates()
                .hasSize(2 * measured.size());
        for (AccessPoint point : points) {
            long sources = measured.stream().filter(path -> path.from().equals(point)).count();
            long targets = measured.stream().filter(path -> path.to().equals(point)).count();
            assertThat(Math.abs(sources - targets)).as(point + ": " + sources + ", " + targets).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void onMoreThan402PathsTrainsToAndFromEachAccessPointStayWithinTheirBytes() {
        int sites = 21;
        Map<String, List<String>> vantages = new TreeMap<>();
        List<Site> all = IntStream.rangeClosed(1, sites).mapToObj(index -> {
            Isp isp = new Isp("isp", Map.of(IpFamily.IPV4, new Subnet("10." + index + ".0.0/24", "10." + index + ".0.1")));
            vantages.put("vantage-" + index, List.of("10." + index + ".0.10"));
            return new Site("site-" + index, SiteKind.USERS, "NO", new Position(60, 5), List.of(isp), List.of(),
                    Optional.of(new Vantage("vantage-" + index, "192.0.2." + index, 22, "none")));
        }).toList();
        Infrastructure many = new Infrastructure("many", List.of(), all);
        ProbeSchedule schedule = ProbeSchedule.of(many, MachineAddresses.of(vantages), ProbeSettings.DEFAULT);
        schedule.measuredPaths().forEach(path -> rtt(path.from(), path.to(), 10));
        NetworkMatrix known = NetworkMatrixBuilder.build(statistics, many, Instant.EPOCH);
        assertThat(paths(schedule.fullRounds(known))).hasSize(sites * (sites - 1));

        List<ProbeRound> rounds = schedule.trainRounds(known);

        assertThat(paths(rounds)).hasSizeBetween(sites, 2 * sites);
        assertThat(paths(rounds).stream().map(PathId::from)).containsAll(schedule.points().keySet());
        assertThat(paths(rounds).stream().map(PathId::to)).containsAll(schedule.points().keySet());
        assertThat(rounds.get(0).orders().stream().mapToLong(order -> ((ProbeOrder.PacketTrains) order).mostBytes()).sum())
                .isLessThanOrEqualTo(17_500_000);
    }

    @Test
    void aNearPeerKnownToBeNarrowIsPassedOver() {
        rtt(BERGEN_BKK, SIMULA_KVANTEL, 9);
        rtt(BERGEN_BKK, USERS_TELENOR, 5);
        throughput(BERGEN_BKK, USERS_TELENOR, 15e6);

        assertThat(paths(schedule().accessLinkRounds(known()))).contains(new PathId(BERGEN_BKK, SIMULA_KVANTEL));
    }

    @Test
    void aFigureThatMayBeThePeersIsTakenAgainWithAWiderPeer() {
        rtt(BERGEN_BKK, USERS_TELENOR, 5);
        rtt(BERGEN_BKK, SIMULA_KVANTEL, 9);
        rtt(BERGEN_UNINETT, SIMULA_KVANTEL, 8);
        throughput(BERGEN_BKK, USERS_TELENOR, 15e6);
        throughput(BERGEN_UNINETT, SIMULA_KVANTEL, 236e6);

        // Telenor was seen to take 15 Mbit/s and no more; Kvantel took 236. Uninett's own figure has no wider peer to try.
        assertThat(paths(schedule().widerPeerRounds(known()))).containsExactly(new PathId(BERGEN_BKK, SIMULA_KVANTEL));

        throughput(BERGEN_BKK, SIMULA_KVANTEL, 90e6);
        assertThat(schedule().widerPeerRounds(known())).isEmpty();
    }

    @Test
    void fullLoadsEveryDirectedPathThatAnswers() {
        rtt(BERGEN_BKK, SIMULA_KVANTEL, 9);
        rtt(OHIO_AMAZON, SIMULA_KVANTEL, 110);

        assertThat(paths(schedule().fullRounds(known()))).containsExactlyInAnyOrder(
                new PathId(BERGEN_BKK, SIMULA_KVANTEL),
                new PathId(SIMULA_KVANTEL, BERGEN_BKK),
                new PathId(OHIO_AMAZON, SIMULA_KVANTEL),
                new PathId(SIMULA_KVANTEL, OHIO_AMAZON));
    }

    @Test
    void noTwoFlowsOfARoundShareALinkOrAMachine() {
        List<AccessPoint> points = List.copyOf(schedule().points().keySet());
        for (AccessPoint from : points) {
            points.stream()
                    .filter(to -> to.family() == from.family() && !to.siteId().equals(from.siteId()))
                    .forEach(to -> rtt(from, to, 10));
        }
        List<ProbeRound> rounds = schedule().fullRounds(known());

        assertThat(paths(rounds)).hasSize(20);
        assertThat(rounds).hasSizeGreaterThan(1).anyMatch(round -> round.orders().size() > 1);
        for (ProbeRound round : rounds) {
            Set<String> used = new HashSet<>();
            for (ProbeOrder order : round.orders()) {
                assertThat(used.add(order.from().machineId())).isTrue();
                assertThat(used.add(order.to().machineId())).isTrue();
            }
        }
    }

    private ProbeSchedule schedule() {
        return ProbeSchedule.of(Sites.ALL, MachineAddresses.of(addresses), ProbeSettings.DEFAULT);
    }

    private NetworkMatrix known() {
        return NetworkMatrixBuilder.build(statistics, Sites.ALL, Instant.EPOCH);
    }

    private void rtt(AccessPoint from, AccessPoint to, double millis) {
        statistics.add(statistic(from, to, Quantity.IDLE_RTT, millis));
    }

    private void throughput(AccessPoint from, AccessPoint to, double rate) {
        statistics.add(statistic(from, to, Quantity.THROUGHPUT, rate));
    }

    private static Statistic statistic(AccessPoint from, AccessPoint to, Quantity quantity, double value) {
        return new Statistic(new PathId(from, to), quantity, value, 0, value, value, 1, Instant.EPOCH);
    }

    private static List<PathId> paths(List<ProbeRound> rounds) {
        return rounds.stream()
                .flatMap(round -> round.orders().stream())
                .map(ProbeOrder::path)
                .toList();
    }
}
