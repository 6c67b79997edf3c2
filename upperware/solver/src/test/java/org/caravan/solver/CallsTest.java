package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.plan.PlanReport.HopLatency;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.TrafficModel;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/** Calls of the sock shop that the answer does not wait for, or that a cache answers. */
class CallsTest {

    private static final Hop.Call ASYNC = new Hop.Call(true, Optional.empty());
    private static final Hop.Call CACHED = new Hop.Call(false, Optional.of(new Hop.Cache(0.9, Optional.of(new Millis(5_000)))));

    private final PlacementProblem plain = SockShop.first();

    @Test
    void anAsyncCallAddsNoTimeNorDoTheCallsBehindIt() {
        RequestLatency latency = checkout(planned(called("carts", ASYNC)));

        assertThat(shares(latency, "orders", "carts")).containsExactly(0.0, 0.0);
        assertThat(shares(latency, "carts", "carts-db")).containsExactly(0.0, 0.0);
        assertThat(latency.mean().value()).isCloseTo(latency.hops().stream()
                .filter(hop -> !hop.from().equals("carts") && !hop.to().equals("carts"))
                .mapToDouble(hop -> hop.latency().value()).sum(), within(1e-9));
    }

    /** Nine of ten requests do without; one of ten waits, so the 95th percentile contains the call. */
    @Test
    void aCacheAnswersItsShareOfTheMean() {
        Planned planned = planned(called("carts", CACHED));
        RequestLatency latency = checkout(planned);

        assertThat(shares(latency, "carts", "carts-db")[0]).isCloseTo(0.1, within(1e-12));
        assertThat(shares(latency, "carts", "carts-db")[1]).isEqualTo(1);
        assertThat(latency.mean().value()).isCloseTo(latency.hops().stream()
                .mapToDouble(hop -> hop.meanPart() * hop.latency().value()).sum(), within(1e-9));
        assertThat(planned.report().notes())
                .contains("request checkout can contain answers of carts to orders that are up to 5.0 s old: a cache "
                + "answers 90 % of them");
        assertThat(PlanReportText.of(planned.report())).contains("orders -> carts (10 %)");
    }

    @Test
    void aCacheTakesLoadAndAnAsyncCallDoesNot() {
        assertThat(bytes(called("carts", CACHED))).isCloseTo(0.1 * bytes(plain), within(1e-6));
        assertThat(bytes(called("carts", ASYNC))).isEqualTo(bytes(plain));
        assertThat(called("carts", CACHED).application().rateOf("carts-db").value())
                .isCloseTo(0.1 * plain.application().rateOf("carts-db").value(), within(1e-9));
    }

    @Test
    void aPromiseCountsThemLikewise() {
        Millis whole = checkout(planned(plain)).slos().get(0).latency();
        Millis without = checkout(planned(called("carts", ASYNC))).slos().get(0).latency();
        assertThat(without).isLessThan(whole);
        assertThat(promised(1)).isEqualTo(without);
        assertThat(promised(0.96)).as("hits leave no margin for slow hops").isEqualTo(whole);
    }

    private Millis promised(double hits) {
        return checkout(planned(called("carts", new Hop.Call(false, Optional.of(new Hop.Cache(hits, Optional.empty()))))))
                .slos().get(0).latency();
    }

    private static double bytes(PlacementProblem problem) {
        return new TrafficModel(problem.application()).bytesPerSecond("carts", "carts-db");
    }

    private static double[] shares(RequestLatency latency, String from, String to) {
        HopLatency hop = latency.hops().stream().filter(one -> one.from().equals(from) && one.to().equals(to)).findFirst().orElseThrow();
        return new double[] {hop.meanPart(), hop.tailPart()};
    }

    private static Planned planned(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    private static RequestLatency checkout(Planned planned) {
        return planned.report().latencies().stream().filter(one -> one.requestId().equals("checkout")).findFirst().orElseThrow();
    }

    private PlacementProblem called(String to, Hop.Call call) {
        UnaryOperator<Hop> change = hop -> hop.to().equals(to) ? hop.as(call) : hop;
        ApplicationModel model = plain.application();
        List<Request> requests = model.requests().stream()
                .map(request -> request.withHops(request.hops().stream().map(change).toList())).toList();
        return plain.withApplication(GeneratedServices.with(model, requests, model.slos()));
    }
}
