package org.caravan.server.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.infrastructure.Site;
import org.caravan.plan.advice.Advice;
import org.caravan.plan.advice.Advice.Advised;
import org.caravan.plan.advice.Advice.Latency;
import org.caravan.plan.advice.Advisor;
import org.caravan.plan.advice.HopRefactoring;
import org.caravan.plan.advice.Question;
import org.caravan.plan.advice.ReadReplicaRefactoring;
import org.caravan.plan.advice.Refactoring.Kind;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.server.ExampleNetwork;
import org.caravan.server.ExampleProblem;
import org.caravan.solver.OptaPlannerPlanner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The sock shop: advice is written into the text of its model as advised, and planning that text gives what advice predicted. */
@Tag("long")
class WrittenAdviceTest {

    private static final Path EXAMPLE = Path.of("../examples/sock-shop/whatif");
    private static final String READABLE = "stores people  replica readable";
    private static final String SHOP = text("sock-shop.caravan");

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    @Test
    void planningTheWrittenModelGivesWhatWasPredicted() {
        PlacementProblem shop = problem(SHOP);
        Planned deployed = (Planned) planner.planForComparison(shop);
        Advice advice = Advisor.advise(new Question(shop.application(), shop::withApplication, Optional.of(deployed.plan()), 0.75,
                1_000, 3),
                planner);
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        int planned = 0;
        for (Advised advised : advice.advised()) {
            HopRefactoring refactoring = (HopRefactoring) advised.refactoring();
            kinds.add(refactoring.kind());
            String written = written(refactoring);
            if (advised.planned().isPresent()) {
                Planned again = (Planned) planner.planForComparison(problem(written));
                assertThat(advised.planned().get().figures().orElseThrow().latencies()).as(refactoring.written())
                        .isEqualTo(again.report().latencies().stream().map(one ->
                                new Latency(one.requestId(), one.usersId(), one.mean().value(), one.p95().value())).toList());
                assertThat(advised.planned().get().figures().get().cost()).isEqualTo(again.report().cost());
                planned++;
            }
        }
        // Once per kind, because parsing takes a while.
        for (Kind kind : kinds) {
            HopRefactoring first = advice.advised().stream().map(one -> (HopRefactoring) one.refactoring())
                    .filter(one -> one.kind() == kind).findFirst().orElseThrow();
            assertThat(model(written(first))).as(first.written()).isEqualTo(first.applied(shop.application()));
        }
        assertThat(planned).isEqualTo(3);
        assertThat(kinds).containsExactlyInAnyOrder(Kind.BUNDLE, Kind.CACHE, Kind.ASYNC, Kind.PARALLEL);
    }

    @Test
    void aReadReplicaIsWrittenAsAdvised() {
        assertThat(SHOP).contains(READABLE);
        String unnamed = SHOP.replace(READABLE, "").replace("data people { replicas 1..2 }", "");
        ReadReplicaRefactoring added = new ReadReplicaRefactoring("accounts-db", List.of());
        assertThat(added.written()).isEqualTo("write in component accounts-db: replica readable  stores accounts-db-data, and in the "
                + "application: data accounts-db-data { replicas 1..2 }");
        assertThat(model(unnamed.replace("component accounts-db stateful {", "data accounts-db-data { replicas 1..2 } "
                + "component accounts-db stateful { replica readable  stores accounts-db-data")))
                .isEqualTo(added.applied(model(unnamed)));
        String single = SHOP.replace(READABLE, "stores people").replace("data people { replicas 1..2 }", "data people {}");
        ReadReplicaRefactoring named = new ReadReplicaRefactoring("accounts-db", List.of("people"));
        assertThat(named.written()).isEqualTo("write in component accounts-db: replica readable, and in the data people: replicas 1..2");
        assertThat(model(SHOP)).isEqualTo(named.applied(model(single)));
    }

    /** Replaces the line of the hop in its request. */
    private static String written(HopRefactoring refactoring) {
        String line = refactoring.written().substring(("write in request " + refactoring.requestId() + ": ").length());
        int begin = SHOP.indexOf("request " + refactoring.requestId() + " {");
        int end = SHOP.indexOf('}', begin);
        List<String> lines = new ArrayList<>(SHOP.substring(begin, end).lines().toList());
        int hop = -1;
        int at = -1;
        while (at < refactoring.index()) {
            hop++;
            at += lines.get(hop).contains("->") ? 1 : 0;
        }
        assertThat(lines.get(hop)).contains(refactoring.before().from() + " -> " + refactoring.before().to());
        lines.set(hop, line);
        return SHOP.substring(0, begin) + String.join("\n", lines) + "\n" + SHOP.substring(end);
    }

    private static ApplicationModel model(String shop) {
        ParsedModels parsed = CaravanLanguage.parse(Map.of("sites.caravan", text("sites.caravan"), "sock-shop.caravan", shop));
        assertThat(parsed.applications()).as(parsed.diagnostics().toString()).hasSize(1);
        return parsed.applications().get(0);
    }

    private static PlacementProblem problem(String shop) {
        return ExampleProblem.of(Map.of("sites.caravan", text("sites.caravan"), "sock-shop.caravan", shop),
                infrastructure -> ExampleNetwork.of(infrastructure, 100e6, WrittenAdviceTest::roundTrip));
    }

    /** 5 to 29 ms between any two sites, the same in both directions. */
    private static double roundTrip(Site from, Site to) {
        return 5 + Math.floorMod(from.id().hashCode() + to.id().hashCode(), 25);
    }

    private static String text(String name) {
        try {
            return Files.readString(EXAMPLE.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
