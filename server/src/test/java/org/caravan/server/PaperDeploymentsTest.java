package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.plan.whatif.Answer;
import org.caravan.plan.whatif.AnswerText;
import org.caravan.plan.whatif.CaseText;
import org.caravan.plan.whatif.Outcome.Figures;
import org.caravan.plan.whatif.Question;
import org.caravan.plan.whatif.WhatIf;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.solver.OptaPlannerPlanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The five deployments of Nguyen et al. (SEC 2019): what the paper measured comes out of the model, {@code examples/sock-shop/whatif}.
 * Answered once for all tests: what they look at does not change.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PaperDeploymentsTest {

    private static final Path EXAMPLE = Path.of("../examples/sock-shop/whatif");

    private final Answer paper = answer(List.of());

    @Test
    void theTableIsAsExpected() {
        golden("expected.txt", AnswerText.of(paper));
    }

    @Test
    void deploymentsComeInTheOrderOfThePaper() {
        double cloudOnly = mean(paper, "cloud only");
        // Section 3.5.2: almost three times those of cloud only.
        assertThat(mean(paper, "mixed") / cloudOnly).isBetween(2.7, 3.3);
        assertThat(mean(paper, "limited edge") / cloudOnly).isBetween(2.7, 3.5);
        assertThat(mean(paper, "mostly edge")).isLessThan(cloudOnly);
        assertThat(mean(paper, "ideal")).isLessThan(mean(paper, "mostly edge"));
        // Requests that only read are as fast mostly at the edge as in the ideal deployment.
        assertThat(latency(paper, "mostly edge", "category")).isEqualTo(latency(paper, "ideal", "category"));
        assertThat(latency(paper, "limited edge", "basket")).isEqualTo(latency(paper, "mixed", "basket"));
    }

    @Test
    void theOptimumIsAtLeastAsGoodAsAllThatAreAllowed() {
        long optimum = points(paper, "optimum");
        for (String allowed : List.of("cloud only", "limited edge", "mixed", "mostly edge")) {
            assertThat(optimum).as(allowed).isLessThanOrEqualTo(points(paper, allowed));
        }
        assertThat(mean(paper, "optimum")).isLessThanOrEqualTo(mean(paper, "mostly edge"));
    }

    /** Section 3.6. */
    @Test
    void theOrderHoldsWhereTheCloudIsFar() {
        Answer far = answer(List.of("rtt edge<->cloud=280ms", "rtt users<->cloud=290ms"));
        golden("expected-280.txt", AnswerText.of(far));
        assertThat(mean(far, "mostly edge")).isLessThan(mean(far, "cloud only"));
        assertThat(mean(far, "ideal")).isLessThan(mean(far, "mostly edge"));
        assertThat(mean(far, "mixed")).isGreaterThan(2 * mean(far, "cloud only"));
    }

    private static Answer answer(List<String> besides) {
        CaseText cases = CaseText.parse(text("paper.cases"));
        return WhatIf.answer(new Question(problem(), Optional.empty(), cases.always().and(Assumptions.parse(besides)), cases.cases(),
                Map.of()),
                new OptaPlannerPlanner());
    }

    /** 1 ms and 1024 Mbit/s (section 3.7) between any two sites; the cases say what the paper emulated. */
    private static PlacementProblem problem() {
        return ExampleProblem.of(Map.of("sites.caravan", text("sites.caravan"), "sock-shop.caravan", text("sock-shop.caravan")),
                infrastructure -> ExampleNetwork.of(infrastructure, 1_024e6, (from, to) -> 1));
    }

    private static double mean(Answer answer, String name) {
        return figures(answer, name).meanMillis().orElseThrow();
    }

    private static double latency(Answer answer, String name, String requestId) {
        return figures(answer, name).latency(requestId, "shoppers").orElseThrow().meanMillis();
    }

    private static long points(Answer answer, String name) {
        return figures(answer, name).certificate().points();
    }

    private static Figures figures(Answer answer, String name) {
        return answer.outcomes().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow().figures().orElseThrow();
    }

    private static String text(String name) {
        try {
            return Files.readString(EXAMPLE.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void golden(String name, String text) {
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.writeString(EXAMPLE.resolve(name), text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(text).isEqualTo(text(name));
    }
}
