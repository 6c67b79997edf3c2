package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.infrastructure.Host;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/** Service times that the hops of the sock shop declare: part of latencies and of promises. */
class ServiceTimeTest {

    /** In all 15 ms of checkout with a 95th percentile of 43 ms, and 4 ms of browse. */
    private static final Map<String, Hop.Service> TIMES = Map.of(
            "orders", new Hop.Service(new Millis(12), new Millis(40)),
            "payment", new Hop.Service(new Millis(3)),
            "catalogue", new Hop.Service(new Millis(4)));

    private final PlacementProblem without = SockShop.first();
    private final PlacementProblem with = serving(without);

    @Test
    void theyArePartOfMeanPercentileAndPromise() {
        Planned before = (Planned) plan(without);
        Planned after = (Planned) plan(with);

        assertThat(after.plan().digest()).isEqualTo(before.plan().digest());
        RequestLatency one = checkout(before);
        RequestLatency other = checkout(after);
        assertThat(other.mean().value() - one.mean().value()).isCloseTo(15, within(1e-9));
        assertThat(other.p95().value() - one.p95().value()).isCloseTo(43, within(1e-9));
        assertThat(other.slos().get(0).latency().value() - one.slos().get(0).latency().value()).isCloseTo(43, within(1e-9));
        assertThat(other.declaredService()).contains(new Hop.Service(new Millis(15), new Millis(43)));
        assertThat(one.declaredService()).isEmpty();
    }

    @Test
    void theReportNamesThem() {
        String text = PlanReportText.of(((Planned) plan(with)).report());

        assertThat(text).contains("  service time of checkout: 15.0 ms, p95 43.0 ms, as its hops declare\n");
        assertThat(text.lines().filter(line -> line.contains("frontend -> orders")).toList()).anyMatch(line -> line.contains(" 12.0 ms "));
        assertThat(text.lines().filter(line -> line.contains("serves"))).hasSize(3);
        assertThat(PlanReportText.of(((Planned) plan(without)).report())).doesNotContain("serves").doesNotContain("service time");
    }

    @Test
    void aPromiseThatPathsAloneWouldKeepIsRejected() {
        Millis paths = checkout((Planned) plan(without)).slos().get(0).latency();
        PlacementProblem tight = promising(without, paths.plus(new Millis(30)));

        assertThat(plan(tight)).isInstanceOf(Planned.class);
        assertThat(plan(serving(tight))).isNotInstanceOf(Planned.class);
    }

    @Test
    void hostsTwiceAsFastHalveThem() {
        Planned slow = (Planned) plan(with);
        Map<String, Double> twice = with.infrastructure().hosts().stream().collect(Collectors.toMap(Host::id, any -> 2.0));
        Planned fast = (Planned) plan(with.withSpeeds(twice));

        assertThat(checkout(fast).declaredService()).contains(new Hop.Service(new Millis(7.5), new Millis(21.5)));
        assertThat(slow.report().notes())
                .anyMatch(note -> note.startsWith("service times count by the measured speed of hosts relative to the "
                + "reference host; ") && note.contains(" not measured and count"));
        assertThat(fast.report().notes())
                .anyMatch(note -> note.startsWith("service times count by the measured speed of hosts relative to the "
                + "reference host: ") && note.endsWith(" 2.0"));
        assertThat(PlanReportText.of(fast.report())).contains("serviceMinimised");
    }

    /** Orders and payment run where paths are shortest; a host that is a hundred times as fast is worth longer ones. */
    @Test
    void aFastHostIsWorthLongerPaths() {
        Planned planned = (Planned) plan(with.withSpeeds(Map.of("server-1", 50.0)));

        assertThat(planned.report().instances()).filteredOn(reason -> reason.instance().componentId().equals("orders"))
                .singleElement().satisfies(reason -> assertThat(reason.hostId()).isEqualTo("server-1"));
    }

    private static PlanningOutcome plan(PlacementProblem problem) {
        return new OptaPlannerPlanner().plan(problem);
    }

    private static RequestLatency checkout(Planned planned) {
        return planned.report().latencies().stream().filter(one -> one.requestId().equals("checkout")).findFirst().orElseThrow();
    }

    private static PlacementProblem serving(PlacementProblem problem) {
        ApplicationModel model = problem.application();
        List<Request> requests = model.requests().stream().map(request -> request.withHops(request.hops().stream()
                .map(hop -> Optional.ofNullable(TIMES.get(hop.to())).map(hop::serving).orElse(hop)).toList())).toList();
        return problem.withApplication(GeneratedServices.with(model, requests, model.slos()));
    }

    private static PlacementProblem promising(PlacementProblem problem, Millis limit) {
        ApplicationModel model = problem.application();
        return problem.withApplication(GeneratedServices.with(model, model.requests(), List.of(new Slo("fast", 95, "checkout", limit))));
    }
}
