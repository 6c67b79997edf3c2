package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Goal;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.ServiceTime;
import org.caravan.problem.Uplinks;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/**
 * A front end that users reach by an ADSL line of 1 Mbit/s (20 ms idle, 1,500 ms loaded) or by a far line of 100 Mbit/s (45 ms, 50 ms
 * loaded). One request of 1 KiB takes 8.2 ms at 1 Mbit/s: 110 of them a second use 90 % of it.
 */
class OwnTrafficTest {

    private static final AccessPoint HOME = point("home", "Home");
    private static final AccessPoint ADSL = point("bergen", "Adsl");
    private static final AccessPoint FAR = point("bergen", "Far");

    @Test
    void aLineThatOwnTrafficFillsDoesNotCountAsIdle() {
        Planned planned = planned(problem(110, 1_500, List.of()));

        assertThat(isps(planned)).containsOnly("Far");
        assertThat(planned.report().latencies().get(0).mean().value()).isCloseTo(45.1, within(0.1));
        assertThat(planned.report().notes()).filteredOn(note -> note.startsWith("Own traffic"))
                .containsExactly("Own traffic would slow down home.Home/ipv4 -> bergen.Adsl/ipv4 (90 % used, "
                + "109.4 ms in addition to each round trip): the plan avoids it.");
        assertThat(planned.report().certificate().bound()).isLessThanOrEqualTo(planned.report().certificate().points());
        Planned again = planned(Replanning.withTarget(problem(110, 1_500, List.of()), planned.plan()));
        assertThat(PlanDiff.of(Optional.of(planned.plan()), again.plan(), problem(110, 1_500, List.of())).changes()).isFalse();
    }

    @Test
    void aLineThatIsHardlyUsedCountsAsIdle() {
        Planned planned = planned(problem(5, 1_500, List.of()));
        Planned unmeasured = planned(problem(5, 0, List.of()));

        assertThat(isps(planned)).containsOnly("Adsl");
        assertThat(planned.plan().digest()).isEqualTo(unmeasured.plan().digest());
        assertThat(planned.report()).isEqualTo(unmeasured.report());
    }

    @Test
    void aShallowBufferDelaysNoMoreThanWasMeasuredUnderLoad() {
        // Room for two packets: 0.9 on average at 90 %.
        Planned planned = planned(problem(110, 44, List.of()));
        assertThat(isps(planned)).containsOnly("Adsl");
        assertThat(planned.report().latencies().get(0).mean().value()).isBetween(28.2 + 1, 28.2 + 24);
        assertThat(planned.report().notes()).filteredOn(note -> note.startsWith("Own traffic")).containsExactly("Own traffic slows down "
                + "home.Home/ipv4 -> bergen.Adsl/ipv4: 90 % used, 11.2 ms in addition to each round trip.");
        assertThat(planned.report().latencies().get(0).hops().get(0).basis()).endsWith("; 90 % used, 20.0 ms idle");
    }

    @Test
    void reservationsOfOthersSlowDownToo() {
        PlacementProblem alone = problem(5, 1_500, List.of());
        Planned planned = planned(alone.withUplinks(new Uplinks(Map.of(AccessLink.of(ADSL), new BitRate(900_000)), Set.of())));
        assertThat(isps(planned)).containsOnly("Far");
    }

    @Test
    void aLineWhoseQuotaIsUsedUpHasItsLowerCapacity() {
        TrafficQuota quota = new TrafficQuota(new Bytes(1_000_000_000), TrafficQuota.Period.MONTH, new BitRate(450_000));
        PlacementProblem alone = problem(50, 1_500, List.of());
        Infrastructure lines = alone.infrastructure();
        PlacementProblem limited = alone.withInfrastructure(new Infrastructure(lines.name(), lines.hostTypes(), lines.sites().stream()
                .map(site -> site.withIsps(site.isps().stream().map(isp -> isp.id().equals("Adsl") ? isp.withQuota(quota) : isp).toList()))
                .toList()));
        assertThat(isps(planned(limited))).as("41 % of 1 Mbit/s").containsOnly("Adsl");
        Uplinks.Counted all = new Uplinks.Counted(quota.amount(), 3_600, 3_600);
        assertThat(isps(planned(limited.withUplinks(Uplinks.NONE.counting(new TreeMap<>(Map.of(AccessLink.of(ADSL), all)))))))
                .as("91 % of 450 kbit/s").containsOnly("Far");
    }

    /** A model of a queue must not leave an application without a plan; the report shows what is missed. */
    @Test
    void aPromiseThatNoPlacementKeepsUnderLoadIsShownAsMissed() {
        // Idle, the near line keeps it (28 ms); under load none does.
        Planned planned = planned(problem(110, 1_500, List.of(new Slo("fast", 50, "read", new Millis(40)))));
        assertThat(isps(planned)).containsOnly("Adsl");
        assertThat(planned.report().notes()).anyMatch(note -> note.startsWith(
                "Under its own traffic, no placement was found that keeps every promise"));
        assertThat(planned.report().latencies().get(0).slos().get(0).kept()).isFalse();
    }

    /** Learned service times are part of latencies and change no plan. */
    @Test
    void aLearnedServiceTimeIsPartOfTheLatency() {
        PlacementProblem problem = problem(5, 1_500, List.of(new Slo("fast", 50, "read", new Millis(30))));
        Planned without = planned(problem);
        Planned with = planned(problem.withServices(List.of(new ServiceTime("users", "read", new Millis(9), new Millis(20), 1200))));

        assertThat(with.plan().digest()).isEqualTo(without.plan().digest());
        assertThat(with.report().latencies().get(0).mean().value() - without.report().latencies().get(0).mean().value())
                .isCloseTo(9, within(1e-9));
        assertThat(with.report().latencies().get(0).p95().value() - without.report().latencies().get(0).p95().value())
                .isCloseTo(20, within(1e-9));
        assertThat(with.report().latencies().get(0).slos()).isEqualTo(without.report().latencies().get(0).slos());
        assertThat(PlanReportText.of(with.report())).contains("service time of read: 9.0 ms, learned from 1200 answers\n");
        assertThat(with.report().instances()).isEqualTo(without.report().instances());
    }

    private static Planned planned(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    private static List<String> isps(Planned planned) {
        return planned.plan().entries().stream().map(entry -> entry.path().to().ispId()).toList();
    }

    private static AccessPoint point(String siteId, String ispId) {
        return new AccessPoint(siteId, ispId, IpFamily.IPV4);
    }

    /** @param loaded round-trip time of the near line under load, in ms; 0: of none was it measured */
    private static PlacementProblem problem(double rate, double loaded, List<Slo> slos) {
        Infrastructure infrastructure = new Infrastructure("lines", List.of(SockShop.type("a", Architecture.AMD64, 4, 1024, 500)), List.of(
                SockShop.site("bergen", SiteKind.EDGE, "NO", 60.4, 5.3, 6, List.of("Adsl/4", "Far/4"), "a-1"),
                SockShop.site("home", SiteKind.USERS, "NO", 60.4, 5.2, 7, List.of("Home/4"))));
        ApplicationModel application = new ApplicationModel("shop", "1", List.of(SockShop.component("front", false, 100, 32)), List.of(),
                List.of(SockShop.users("users", "home", "Home", IpFamily.IPV4, rate, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop("users", "front", 1, 1)))), slos,
                List.of(new Goal.MinimiseLatency("read", 1)));
        List<PathFigures> paths = new ArrayList<>();
        paths.addAll(both(ADSL, 20, loaded, 1));
        paths.addAll(both(FAR, 45, loaded == 0 ? 0 : 50, 100));
        return PlacementProblems.of(application, infrastructure, SockShop.inventory(infrastructure), NetworkMatrix.of(paths),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
    }

    private static List<PathFigures> both(AccessPoint at, double idle, double loaded, double mbps) {
        PathId there = new PathId(HOME, at);
        return List.of(figures(there, idle, loaded, mbps), figures(there.reversed(), idle, loaded, mbps));
    }

    private static PathFigures figures(PathId path, double idle, double loaded, double mbps) {
        return new PathFigures(path, statistic(idle), loaded == 0 ? Optional.empty() : Optional.of(statistic(loaded)),
                Optional.of(statistic(mbps * 1e6)), 0);
    }

    private static PathStatistic statistic(double value) {
        return new PathStatistic(value, 0, value, value, 16, Instant.parse("2026-11-21T12:00:00Z"), PathStatistic.Origin.MEASURED);
    }
}
