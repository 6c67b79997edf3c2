package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedState;
import org.caravan.application.OnFailure;
import org.caravan.change.ChangeSet;
import org.caravan.change.EntryState;
import org.caravan.change.ReconcileContext;
import org.caravan.change.Reconciler;
import org.caravan.execution.journal.Cancel;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunTerms;
import org.caravan.json.Json;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.P99;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.BandwidthReservation;
import org.caravan.plan.Certificate;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.unit.BitRate;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of the pipeline, from modules that the mapper itself does not see. */
class RecordsAsJsonTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void planAndItsChangesComeBackEqual(long seed) {
        Plans plans = new Plans(seed);
        DeploymentPlan first = plans.first();
        DeploymentPlan next = plans.next(first);
        ChangeSet changes = Reconciler.reconcile(new ObservedState(List.of(), List.of()), next,
                ReconcileContext.of(new EntryState(first.entries())));
        assertThat(Json.read(Json.write(next), DeploymentPlan.class)).isEqualTo(next);
        assertThat(Json.read(Json.write(next), DeploymentPlan.class).digest()).isEqualTo(next.digest());
        assertThat(Json.read(Json.writePretty(changes), ChangeSet.class)).isEqualTo(changes);
        assertThat(Json.write(Json.read(Json.write(changes), ChangeSet.class))).isEqualTo(Json.write(changes));
    }

    @Test
    void aPlanThatKnewNoSecretsYetIsRead() {
        DeploymentPlan plan = new Plans(1).first();
        String old = Json.write(plan).replace("\"secrets\":[]", "\"endpoints\":[]").replace(",\"endpoints\":[]", "");
        assertThat(old).doesNotContain("secrets");
        assertThat(Json.read(old, DeploymentPlan.class)).isEqualTo(plan);
    }

    @Test
    void aPlanThatKnewNoBandwidthYetIsRead() {
        DeploymentPlan plan = new Plans(1).first();
        String old = Json.write(plan).replace(",\"bandwidth\":[]", "");
        assertThat(old).doesNotContain("bandwidth");
        assertThat(Json.read(old, DeploymentPlan.class)).isEqualTo(plan);
        assertThat(Json.read(old, DeploymentPlan.class).digest()).isEqualTo(plan.digest());
    }

    @Test
    void reservationsComeBackEqual() {
        BandwidthReservation reservation = new BandwidthReservation(new InstanceId("web", 1), new AccessLink("oslo", "Near"),
                BitRate.ofMbps(5),
                Optional.empty(), 3);
        assertThat(Json.read(Json.write(reservation), BandwidthReservation.class)).isEqualTo(reservation);
    }

    @Test
    void reportAndOutcomeComeBackEqual() {
        PlanReport report = report();
        PlanningOutcome planned = new PlanningOutcome.Planned(new Plans(1).first(), report);
        PlanningOutcome none = new PlanningOutcome.NoPlacement(List.of("insufficient memory on 3 hosts"));
        assertThat(Json.read(Json.write(report), PlanReport.class)).isEqualTo(report);
        assertThat(Json.read(Json.write(planned), PlanningOutcome.class)).isEqualTo(planned);
        assertThat(Json.read(Json.write(none), PlanningOutcome.class)).isEqualTo(none);
        assertThat(Json.write(none)).isEqualTo("{\"type\":\"NoPlacement\",\"reasons\":[\"insufficient memory on 3 hosts\"]}");
    }

    @Test
    void matrixIsKeyedByPath() {
        PathId path = PathId.parse("hainan.CERNET/ipv6 -> simula.Uninett/ipv6");
        PathStatistic figure = new PathStatistic(31.4, 0.5, 31, 33.25, 12, Instant.parse("2026-11-21T08:00:00Z"),
                PathStatistic.Origin.MEASURED);
        NetworkMatrix matrix = NetworkMatrix.of(
                List.of(new PathFigures(path, figure, Optional.empty(), Optional.of(figure), 0.01)));
        assertThat(Json.write(matrix)).contains("\"hainan.CERNET/ipv6 -> simula.Uninett/ipv6\":{");
        assertThat(Json.read(Json.write(matrix), NetworkMatrix.class)).isEqualTo(matrix);
    }

    @Test
    void aMatrixThatKnewNoP99YetIsRead() {
        PathId path = PathId.parse("hainan.CERNET/ipv6 -> simula.Uninett/ipv6");
        PathStatistic figure = new PathStatistic(31.4, 0.5, 31, 33.25, 12, Instant.parse("2026-11-21T08:00:00Z"),
                PathStatistic.Origin.MEASURED);
        NetworkMatrix matrix = NetworkMatrix.of(List.of(new PathFigures(path, figure, Optional.empty(), Optional.empty(), 0)));
        NetworkMatrix tailed = NetworkMatrix.of(List.of(new PathFigures(path, figure.withP99(Optional.of(new P99(48.5, 1_344))),
                Optional.empty(), Optional.empty(), 0)));
        String known = Json.write(tailed);
        assertThat(known).contains(",\"p99\":{\"value\":48.5,\"samples\":1344}");
        assertThat(Json.read(known, NetworkMatrix.class)).isEqualTo(tailed);
        String old = known.replace(",\"p99\":{\"value\":48.5,\"samples\":1344}", "");
        assertThat(old).doesNotContain("p99");
        assertThat(Json.read(old, NetworkMatrix.class)).isEqualTo(matrix);
    }

    @Test
    void copyIsItsLabelAndInstanceItsName() {
        CopyId copy = CopyId.parse("sock-shop.frontend.1.7");
        assertThat(Json.write(List.of(copy))).isEqualTo("[\"sock-shop.frontend.1.7\"]");
        assertThat(Json.write(Map.of(copy.instance(), copy))).isEqualTo("{\"frontend:1\":\"sock-shop.frontend.1.7\"}");
        assertThat(Json.readList("[\"frontend:1\"]", InstanceId.class)).containsExactly(new InstanceId("frontend", 1));
    }

    @Test
    void executionReportComesBackEqual() {
        ExecutionReport report = new ExecutionReport(7, "sock-shop", "abc", Optional.of("ab"), Optional.of("ac"),
                new RunTerms(OnFailure.UNDO, List.of("db")), RunState.FAILED, 1, Instant.EPOCH,
                Optional.of(Instant.EPOCH.plusMillis(1500)), Optional.of("full\nMaybe look"), Optional.of(new Cancel("ana", Instant.EPOCH)),
                        List.of());
        assertThat(Json.read(Json.write(report), ExecutionReport.class)).isEqualTo(report);
    }

    /** Plans of versions without shares: all hops count whole. */
    @Test
    void aHopWithoutSharesIsRead() {
        PlanReport.HopLatency hop = Json.read("{\"from\":\"users\",\"to\":\"front\",\"path\":\"a -> b\",\"roundTrips\":1.5,\"rtt\":20,"
                + "\"latency\":31.25,\"basis\":\"measured\"}", PlanReport.HopLatency.class);
        assertThat(hop.meanPart()).isEqualTo(1);
        assertThat(hop.tailPart()).isEqualTo(1);
        assertThat(hop).isEqualTo(report().latencies().get(0).hops().get(0));
    }

    private static PlanReport report() {
        PlanReport.HopLatency hop = new PlanReport.HopLatency("users", "front", "a -> b", 1.5, new Millis(20), new Millis(31.25),
                "measured");
        PlanReport.SloLatency slo = new PlanReport.SloLatency("fast", 95, new Millis(50), new Millis(40));
        return new PlanReport(new MonthlyCost(9900), new Certificate(10, 9),
                List.of(new PlanReport.RequestLatency(
                        "browse", "norwegians", new Millis(31.25), new Millis(40), List.of(slo), true, List.of(hop))),
                List.of(new PlanReport.ConstraintScore("cost", "soft", -9900, "two hosts")),
                List.of(new PlanReport.InstanceReason(new InstanceId("front", 1), "pi-1", "nearest", "ohio-1", 50,
                        List.of("insufficient memory on 3 hosts"))),
                List.of("no probe of ohio yet"));
    }
}
