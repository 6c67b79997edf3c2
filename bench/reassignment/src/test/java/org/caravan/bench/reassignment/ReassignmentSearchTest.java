package org.caravan.bench.reassignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.optaplanner.core.api.solver.SolverFactory;
import org.optaplanner.core.config.solver.EnvironmentMode;

class ReassignmentSearchTest {

    private static final int[] BEFORE = {0, 1, 0, 1};

    @Test
    void theBestOfAllAssignmentsIsFound() {
        assertThat(ReassignmentSearch.find(Fixture.instance(), BEFORE, 0.2, 1).cost()).isEqualTo(best(Fixture.instance(), BEFORE));
        for (int seed = 0; seed < 8; seed++) {
            Instance instance = Fixture.random(seed, 4, 6);
            int[] before = kept(instance);
            if (before.length > 0) {
                ReassignmentSearch.Found found = ReassignmentSearch.find(instance, before, 0.2, seed);
                assertThat(found.hard()).isZero();
                assertThat(found.cost()).isEqualTo(Checker.verdict(instance, before, found.machines()).cost());
                assertThat(found.cost()).as("seed " + seed).isEqualTo(best(instance, before));
            }
        }
    }

    @Test
    void everyMoveIsCheckedAgainstAFreshCost() {
        Instance instance = Fixture.random(3, 5, 9);
        int[] before = kept(instance);
        Reassignment found = SolverFactory.<Reassignment>create(
                        ReassignmentSearch.config(20, 0.2, 1).withEnvironmentMode(EnvironmentMode.FULL_ASSERT))
                .buildSolver()
                .solve(new Reassignment(instance, before, before));
        assertThat(-found.score().softScore()).isEqualTo(Checker.verdict(instance, before, found.machines()).cost());
    }

    @Test
    void theTableSetsOursBesideWhatIsPublished(@TempDir Path folder) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        Path csv = folder.resolve("table.csv");
        int code = RoadefBench.run(new PrintStream(text, true, StandardCharsets.UTF_8),
                "--instances", Fixture.folder().toString(), "--seconds", "0.3", "--csv", csv.toString());
        assertThat(code).isZero();
        assertThat(text.toString(StandardCharsets.UTF_8)).containsPattern("a9_1 +197 +150 +" + best(Fixture.instance(), BEFORE) + " ");
        assertThat(Files.readAllLines(csv)).hasSize(2).last().asString().startsWith("a9_1,197,150,");
        assertThat(RoadefBench.run(new PrintStream(text), "--instances", folder.toString())).as("no instances").isEqualTo(2);
    }

    /** An assignment that breaks nothing; empty where there is none. */
    private static int[] kept(Instance instance) {
        int[] machines = new int[instance.processes().length];
        do {
            if (Checker.verdict(instance, machines, machines).broken().isEmpty()) {
                return machines;
            }
        } while (next(machines, instance.machines().length));
        return new int[0];
    }

    private static long best(Instance instance, int[] before) {
        int[] machines = new int[before.length];
        long best = Long.MAX_VALUE;
        do {
            Checker.Verdict verdict = Checker.verdict(instance, before, machines);
            best = verdict.broken().isEmpty() ? Math.min(best, verdict.cost()) : best;
        } while (next(machines, instance.machines().length));
        return best;
    }

    /** Counts on; false after the last. */
    private static boolean next(int[] digits, int base) {
        for (int i = 0; i < digits.length; i++) {
            if (++digits[i] < base) {
                return true;
            }
            digits[i] = 0;
        }
        return false;
    }
}
