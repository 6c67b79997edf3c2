package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.application.ApplicationModel;
import org.caravan.application.DataSet;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;
import org.caravan.plan.advice.Advice;
import org.caravan.plan.advice.Advice.Advised;
import org.caravan.plan.advice.Advice.Evidence;
import org.caravan.plan.advice.Advice.Figures;
import org.caravan.plan.advice.Advice.Latency;
import org.caravan.plan.advice.Advice.Replanned;
import org.caravan.plan.advice.AdviceText;
import org.caravan.plan.advice.Advisor;
import org.caravan.plan.advice.HopRefactoring;
import org.caravan.plan.advice.Question;
import org.caravan.plan.advice.Refactoring.Kind;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlanningPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What advice predicts for a change of the code is what the planner predicts for a model that is changed by hand. */
class AdvisorTest {

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    @Test
    void theSlowestCallsOfTheShopComeFirstWithTheirEvidence() {
        PlacementProblem shop = SockShop.first();
        Planned planned = (Planned) planner.plan(shop);
        Advice advice = advise(shop, Optional.of(planned.plan()), 3);
        assertThat(advice.basis()).isEqualTo(Advice.Basis.DEPLOYED);
        assertThat(advice.advised()).isNotEmpty();
        for (Advised advised : advice.advised()) {
            assertThat(advised.worth()).as(advised.refactoring().subject()).isPositive();
            for (Evidence evidence : advised.evidence()) {
                assertThat(evidence.source()).isNotEmpty();
                assertThat(evidence.rttMillis()).isPositive();
            }
            if (advised.refactoring().kind() == Kind.BUNDLE) {
                savesItsRoundTrips(advice.now().orElseThrow(), advised);
            }
        }
        assertThat(advice.advised().stream().filter(one -> one.planned().isPresent())).hasSize(3);
        List<Double> worth = advice.advised().stream().map(Advised::worth).toList();
        assertThat(worth).isSortedAccordingTo((one, other) -> Double.compare(other, one));
        GoldenText.checkForTerminal("advice", 120, AdviceText.of(new Advice(advice.basis(), advice.now(), advice.planned(),
                advice.advised().subList(0, 8), advice.examined(), advice.possible(), advice.reasons())));
    }

    /** From the evidence alone: components have one replica here. */
    private static void savesItsRoundTrips(Figures now, Advised advised) {
        for (Evidence evidence : advised.evidence()) {
            double trips = (evidence.turns() + 1) / 2.0 - 1;
            Latency was = now.latency(evidence.requestId(), evidence.usersId()).orElseThrow();
            Latency is = advised.stay().orElseThrow().latency(evidence.requestId(), evidence.usersId()).orElseThrow();
            assertThat(was.meanMillis() - is.meanMillis()).as(advised.refactoring().subject())
                    .isCloseTo(trips * evidence.rttMillis() * evidence.share(), within(1e-6));
        }
    }

    @Test
    void withNothingDeployedThePlannedPlacementCounts() {
        PlacementProblem shop = SockShop.first();
        Advice advice = advise(shop, Optional.empty(), 0);
        assertThat(advice.basis()).isEqualTo(Advice.Basis.PLANNED);
        assertThat(advice.now()).isEqualTo(advice.planned());
        assertThat(advice.advised()).isNotEmpty().allSatisfy(one -> assertThat(one.planned()).isEmpty());
    }

    /** Random applications with service times, caches, async and parallel calls. */
    @Test
    @Tag("long")
    void predictionsEqualThoseForAModelChangedByHand() {
        Map<Kind, Integer> compared = new TreeMap<>();
        int planned = 0;
        for (int seed = 0; planned < 14 && seed < 60; seed++) {
            PlacementProblem problem = promisingLess(GeneratedCalls.added(GeneratedProblems.sized(seed, 4, 4)));
            Advice advice = advise(problem, Optional.empty(), 2);
            if (advice.now().isEmpty()) {
                assertThat(planner.plan(problem.completed())).isInstanceOf(PlanningOutcome.NoPlacement.class);
                continue;
            }
            DeploymentPlan stays = ((Planned) planner.planForComparison(problem.completed())).plan();
            for (Advised advised : advice.advised()) {
                HopRefactoring refactoring = (HopRefactoring) advised.refactoring();
                String which = "problem " + seed + ", " + refactoring;
                PlacementProblem byHand = byHand(problem, refactoring).completed();
                assertThat(advised.stay().orElseThrow().latencies()).as(which)
                        .isEqualTo(figures(new PlanFigures(byHand, stays).latencies()));
                compared.merge(refactoring.kind(), 1, Integer::sum);
                if (advised.planned().isPresent()) {
                    same(advised.planned().get(), planner.planForComparison(byHand), which);
                    planned++;
                }
            }
        }
        System.out.println("advice beside models changed by hand: " + compared + ", of which planned again: " + planned);
        assertThat(planned).isGreaterThan(10);
        assertThat(compared).containsOnlyKeys(Kind.BUNDLE, Kind.CACHE, Kind.ASYNC, Kind.PARALLEL);
    }

    private static PlacementProblem promisingLess(PlacementProblem problem) {
        ApplicationModel model = problem.application();
        return problem.withPolicy(new PlanningPolicy(1, 300, 50)).withApplication(GeneratedServices.with(model, model.requests(),
                model.slos().stream().map(slo -> new Slo(slo.id(), slo.percentile(), slo.requestId(), slo.limit().times(20))).toList()));
    }

    private static List<Latency> figures(List<PlanReport.RequestLatency> latencies) {
        return latencies.stream().map(one -> new Latency(one.requestId(), one.usersId(), one.mean().value(), one.p95().value())).toList();
    }

    private static void same(Replanned advised, PlanningOutcome outcome, String which) {
        assertThat(advised.figures().isPresent()).as(which).isEqualTo(outcome instanceof Planned);
        if (outcome instanceof Planned planned) {
            assertThat(advised.figures().get().cost()).as(which).isEqualTo(planned.report().cost());
            assertThat(advised.figures().get().latencies()).as(which).isEqualTo(figures(planned.report().latencies()));
        }
    }

    private static PlacementProblem byHand(PlacementProblem problem, HopRefactoring refactoring) {
        ApplicationModel model = problem.application();
        List<Request> requests = new ArrayList<>();
        for (Request request : model.requests()) {
            List<Hop> hops = new ArrayList<>(request.hops());
            if (request.id().equals(refactoring.requestId())) {
                Hop hop = hops.get(refactoring.index());
                Hop.Call call = hop.called();
                hops.set(refactoring.index(), switch (refactoring.kind()) {
                    case BUNDLE -> new Hop(hop.from(), hop.to(), 1, hop.bytes(), hop.reads(), hop.service(), call)
                            .varying(hop.p95Bytes());
                    case CACHE -> hop.as(new Hop.Call(call.async(), call.parallel(), Optional.of(new Hop.Cache(0.8, Optional.empty()))));
                    case ASYNC -> hop.as(new Hop.Call(true, call.parallel(), call.cache()));
                    case PARALLEL -> hop.as(new Hop.Call(call.async(), true, call.cache()));
                    case READ_REPLICA -> throw new AssertionError(refactoring);
                });
            }
            requests.add(request.withHops(hops));
        }
        return problem.withApplication(GeneratedServices.with(model, requests, model.slos()));
    }

    /** The reading component must be far from the data: a replica beside it saves what planning the changed model saves. */
    @Test
    void aReadReplicaIsPlannedBeforeItIsAdvised() {
        PlacementProblem shop = SockShop.first();
        ApplicationModel model = shop.application();
        List<Request> requests = model.requests().stream().map(request -> request.withHops(request.hops().stream()
                .map(hop -> hop.to().endsWith("user-db") ? new Hop(hop.from(), hop.to(), 9, hop.bytes(), true) : hop).toList())).toList();
        List<LocationRequirement> apart = new ArrayList<>(model.locations());
        apart.add(new LocationRequirement("user", Set.of("bergen"), Set.of()));
        PlacementProblem reading = shop.withApplication(GeneratedServices.with(model, requests, model.slos()).withLocations(apart));
        Advice advice = advise(reading, Optional.empty(), 1);
        Advised replica = advice.advised().stream().filter(one -> one.refactoring().kind() == Kind.READ_REPLICA).findFirst().orElseThrow();
        assertThat(replica.refactoring().written()).isEqualTo("write in component user-db: replica readable  stores user-db-data, and in "
                + "the application: data user-db-data { replicas 1..2 }");
        DataSet data = new DataSet("user-db-data", Optional.empty(), Optional.empty(), Set.of(), Set.of(), 1, 2, Optional.empty(),
                Set.of("user-db"), Set.of(), Set.of());
        ApplicationModel byHand = reading.application().withExtras(reading.application().supplement().withData(List.of(data))
                .withReadable(Set.of("user-db")));
        same(replica.planned().orElseThrow(), planner.plan(reading.withApplication(byHand).completed()), "read replica");
        assertThat(replica.planned().get().moves()).anyMatch(move -> move.startsWith("user-db-replica-1:1 on "));
    }

    private Advice advise(PlacementProblem problem, Optional<DeploymentPlan> target, int plannings) {
        return Advisor.advise(new Question(problem.application(), model -> problem.withApplication(model).completed(), target, 0.8, 50,
                plannings), planner);
    }
}
