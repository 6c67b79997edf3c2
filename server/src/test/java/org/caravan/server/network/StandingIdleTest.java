package org.caravan.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.api.network.ProbeRunView;
import org.caravan.api.network.ProbeRunView.PairView;
import org.caravan.api.network.StandingProbesView;
import org.caravan.api.network.StandingProbesView.LinkView;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.infrastructure.Vantage;
import org.caravan.measure.PathId;
import org.caravan.measure.run.ProbeProgress;
import org.caravan.measure.run.ProbeProgress.State;
import org.caravan.measure.schedule.MachineAddresses;
import org.caravan.measure.schedule.ProbeSchedule;
import org.caravan.measure.schedule.ProbeSettings;
import org.caravan.server.Settings;
import org.caravan.server.Tables;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.unit.DataSize;

class StandingIdleTest {

    private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final PathId A_B = PathId.parse("a.isp/ipv4 -> b.isp/ipv4");
    private static final PathId A_C = PathId.parse("c.isp/ipv4 -> a.isp/ipv4");
    private static final PathId B_C = PathId.parse("b.isp/ipv4 -> c.isp/ipv4");
    private static final Infrastructure SITES = new Infrastructure("three", List.of(), List.of(site("a", 1), site("b", 2), site("c", 3)));

    @TempDir
    Path folder;

    private ProbeRunStore store;
    private ProbeSpending spending;
    private StandingIdle idle;
    private Instant now = NOON;

    @BeforeEach
    void start() {
        store = new ProbeRunStore(JdbcClient.create(Tables.in(folder)));
        spending = new ProbeSpending(store, Clock.fixed(NOON, ZoneOffset.UTC));
        idle = started();
    }

    private StandingIdle started() {
        Settings.Probing settings = new Settings.Probing(Duration.ZERO, MINUTE, DataSize.ofMegabytes(50), MINUTE, Duration.ZERO);
        return new StandingIdle(settings, store, spending, () -> Set.of(B_C.reversed()), new Clock() {
            @Override
            public Instant instant() {
                return now;
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        });
    }

    private static Site site(String id, int index) {
        Isp isp = new Isp("isp", Map.of(IpFamily.IPV4, new Subnet("10.91." + index + ".0/24", "10.91." + index + ".1")));
        return new Site(id, SiteKind.USERS, "NO", new Position(60, 5), List.of(isp), List.of(),
                Optional.of(new Vantage("vantage-" + id, "127.0.0.1", 22, "none")));
    }

    private MachineAddresses found(Map<String, List<String>> addresses) {
        MachineAddresses found = MachineAddresses.of(addresses);
        idle.scheduled(SITES, found, ProbeSchedule.of(SITES, found, ProbeSettings.DEFAULT));
        return found;
    }

    private ProbeRunView run(State state, List<PathId> paths, PathId... measured) {
        return new ProbeRunView("standing-idle-1", "idle", 1, state.name(), 0, 0, 0, 0, List.of(),
                List.of(measured).stream().map(path -> new PairView(path.toString(), 3_328, 4)).toList(), now, ProbeRuns.idle(paths));
    }

    private List<PathId> askedAfter(Duration time) {
        now = now.plus(time);
        List<PathId> paths = idle.due(SITES);
        idle.asked(run(State.READY, paths));
        return paths;
    }

    @Test
    void pathsInUseAreDueEachPeriodAndOthersInEachFifth() {
        assertThat(askedAfter(Duration.ZERO)).containsExactly(B_C, A_B, A_C);
        assertThat(askedAfter(Duration.ofSeconds(59))).isEmpty();
        assertThat(askedAfter(Duration.ofSeconds(1))).containsExactly(B_C);
        assertThat(askedAfter(MINUTE.multipliedBy(4))).containsExactly(B_C, A_B, A_C);
    }

    @Test
    void pathsWithoutAMachineAreTriedOnceAndAgainLater() {
        assertThat(askedAfter(Duration.ZERO)).hasSize(3);
        found(Map.of("vantage-a", List.of("10.91.1.10"), "vantage-b", List.of("10.91.2.10")));
        assertThat(askedAfter(MINUTE.multipliedBy(5))).containsExactly(A_B);

        found(Map.of());
        assertThat(askedAfter(MINUTE.multipliedBy(9))).isEmpty();
        assertThat(askedAfter(MINUTE)).as("machines may be up by now").hasSize(3);
        Infrastructure changed = new Infrastructure("four", List.of(), SITES.sites());
        found(Map.of());
        now = now.plus(MINUTE.multipliedBy(5));
        assertThat(idle.due(changed)).as("found of another infrastructure").hasSize(3);
    }

    @Test
    void whatARunDidNotMeasureIsDueAgainUnlessItIsComplete() {
        List<PathId> all = askedAfter(Duration.ZERO);
        idle.ended(run(State.CANCELLED, all, B_C));
        assertThat(idle.due(SITES)).containsExactly(A_B, A_C);
        idle.asked(run(State.READY, List.of(A_B, A_C)));
        idle.ended(run(State.DONE, List.of(A_B, A_C), A_B));
        assertThat(idle.due(SITES)).as("a machine that cannot be reached is not asked again at once").isEmpty();
    }

    @Test
    void aServerThatBecomesTheLeaderGoesOnWithStoredRuns() {
        store.save(run(State.DONE, List.of(A_B, A_C), A_B));
        now = now.plus(MINUTE);
        idle = started();
        assertThat(idle.due(SITES)).containsExactly(B_C);
        store.save(run(State.RUNNING, List.of(A_B, A_C)));
        idle.forget();
        assertThat(idle.due(SITES)).as("interrupted").hasSize(3);
    }

    @Test
    void whatOtherProbesSentIsLeftToThemButEchoesCount() {
        spending.links().add(NOON, A_B, new Bytes(400_000_000), 4);
        assertThat(idle.due(SITES)).as("flows of a person").hasSize(3);
        spending.links().add(NOON, A_B, new Bytes(DataSize.ofMegabytes(50).toBytes() - 3_000), 0);
        assertThat(idle.due(SITES)).as("links of a and b").isEmpty();
        now = now.plus(Duration.ofDays(1));
        assertThat(idle.due(SITES)).hasSize(3);
    }

    @Test
    void aRunThatGaveWayBeforeItWasNotedIsDueAgain() {
        List<PathId> paths = idle.due(SITES);
        ProbeRunView asked = run(State.READY, paths);
        ProbeRunView gaveWay = run(State.CANCELLED, paths);
        idle.ended(gaveWay);
        idle.asked(asked);
        assertThat(idle.due(SITES)).as("as if it were measured").isEmpty();
        idle.ended(gaveWay);
        assertThat(idle.due(SITES)).hasSize(3);
    }

    @Test
    void machinesAreInspectedEachFifthPeriodOrAfterANewFault() {
        assertThat(idle.addresses(SITES)).isEmpty();
        MachineAddresses found = found(Map.of("vantage-a", List.of("10.91.1.10"), "vantage-b", List.of("10.91.2.10")));
        assertThat(idle.addresses(SITES)).containsSame(found);
        assertThat(idle.addresses(new Infrastructure("other", List.of(), SITES.sites()))).isEmpty();

        ProbeRunView fails = ProbeRunViews.with(run(State.DONE, List.of(A_B)), new ProbeProgress(State.DONE, 1, 1, new Bytes(0),
                Millis.ZERO,
                List.of("No echo request on path (" + A_B + ") was answered."), List.of()));
        idle.ended(fails);
        assertThat(idle.addresses(SITES)).as("an address may have changed").isEmpty();
        found = found(Map.of("vantage-a", List.of("10.91.1.10"), "vantage-b", List.of("10.91.2.10")));
        idle.ended(fails);
        assertThat(idle.addresses(SITES)).as("a known fault").containsSame(found);
        now = now.plus(MINUTE.multipliedBy(5));
        assertThat(idle.addresses(SITES)).isEmpty();
    }

    @Test
    void theViewShowsWhatIsPlannedSentAndSkipped() {
        askedAfter(Duration.ZERO);
        found(Map.of("vantage-a", List.of("10.91.1.10"), "vantage-b", List.of("10.91.2.10")));
        spending.links().add(NOON, A_B, new Bytes(3_328), 0);

        StandingProbesView view = idle.view(SITES);

        assertThat(view.periodSeconds()).isEqualTo(60);
        assertThat(view.off()).isEmpty();
        LinkView a = view.links().get(0);
        assertThat(a.link()).isEqualTo("a.isp");
        assertThat(List.of(a.paths(), a.used(), a.shortestSeconds(), a.longestSeconds(), a.sentBytes(), a.budgetBytes()))
                .containsExactly(1, 0, 300L, 300L, 3_328L, DataSize.ofMegabytes(50).toBytes());
        assertThat(a.plannedBytes()).isEqualTo(288 * 3_328);
        assertThat(a.last()).contains(NOON);
        assertThat(a.next()).contains(NOON.plusSeconds(300));
        assertThat(a.skipped()).isEmpty();
        LinkView c = view.links().get(2);
        assertThat(c.paths()).isZero();
        assertThat(c.next()).isEmpty();
        assertThat(c.skipped()).singleElement().asString().startsWith("No machine of site (c) can probe access point (c.isp/ipv4)");
    }

    @Test
    void faultsOfPathsThatAreNotMeasuredAnyMoreAreDropped() {
        found(Map.of("vantage-a", List.of("10.91.1.10"), "vantage-b", List.of("10.91.2.10"), "vantage-c", List.of("10.91.3.10")));
        failed(A_C);
        idle.ended(run(State.DONE, List.of(A_B), A_B));
        assertThat(idle.view(SITES).links().get(0).skipped()).containsExactly("No echo request on path (" + A_C + ") was answered.");

        found(Map.of("vantage-a", List.of("10.91.1.10"), "vantage-b", List.of("10.91.2.10")));
        idle.ended(run(State.DONE, List.of(A_B), A_B));
        assertThat(idle.view(SITES).links().get(0).skipped()).isEmpty();
    }

    @Test
    void aServerThatBecomesTheLeaderInspectsMachinesAgain() {
        found(Map.of("vantage-a", List.of("10.91.1.10"), "vantage-b", List.of("10.91.2.10")));
        failed(A_B);
        idle.forget();
        assertThat(idle.addresses(SITES)).isEmpty();
        assertThat(idle.view(SITES).links()).allSatisfy(link -> assertThat(link.skipped()).isEmpty());
        MachineAddresses found = found(Map.of("vantage-a", List.of("10.91.1.10"), "vantage-b", List.of("10.91.2.10")));
        assertThat(idle.addresses(SITES)).containsSame(found);
    }

    private void failed(PathId path) {
        idle.ended(ProbeRunViews.with(run(State.DONE, List.of(path)), new ProbeProgress(State.DONE, 1, 1, new Bytes(0), Millis.ZERO,
                List.of("No echo request on path (" + path + ") was answered."), List.of())));
    }

    @Test
    void theViewNamesWhatDisablesTheProbes() {
        Settings.Probing disabled = new Settings.Probing(Duration.ZERO, Duration.ZERO, DataSize.ofMegabytes(50), MINUTE, Duration.ZERO);
        assertThat(new StandingIdle(disabled, store, spending, Set::of, Clock.systemUTC()).view(SITES).off()).contains(
                "Standing idle probes are disabled (caravan.probing.idle-every=0s).\nMaybe set caravan.probing.idle-every to 1m.");
        Settings.Probing all = new Settings.Probing(MINUTE, MINUTE, DataSize.ofMegabytes(50), MINUTE, Duration.ZERO);
        assertThat(new StandingIdle(all, store, spending, Set::of, Clock.systemUTC()).view(SITES).off()).contains(
                "Continuous probing includes idle probes of all paths (caravan.probing.every=60s).");
    }

    @Test
    void theViewShowsALinkThatIsTooNarrowForAMeasurementPerDay() {
        Settings.Probing small = new Settings.Probing(Duration.ZERO, MINUTE, DataSize.ofBytes(6_000), MINUTE, Duration.ZERO);
        idle = new StandingIdle(small, store, spending, Set::of, Clock.systemUTC());
        assertThat(idle.view(SITES).links().get(0).skipped()).containsExactly(
                "The budget of this link, or of every peer link, is too small for one measurement per day.");
    }

    @Test
    void theViewShowsAnExhaustedBudgetAndThatNoMachineCanProbe() {
        spending.links().add(NOON, A_B, new Bytes(DataSize.ofMegabytes(50).toBytes() - 3_000), 0);
        assertThat(idle.view(SITES).links().get(0).skipped()).singleElement().asString()
                .startsWith("The budget of the last 24 hours is used up");
        found(Map.of());
        assertThat(idle.view(SITES).off()).hasValueSatisfying(why -> assertThat(why).startsWith("No path has a machine"));
    }
}
