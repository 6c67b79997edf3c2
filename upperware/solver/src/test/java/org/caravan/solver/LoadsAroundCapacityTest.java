package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads just below, at and above what replicas serve, of one component and along chains: no plan uses a replica to 100 %. */
class LoadsAroundCapacityTest {

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    /**
     * @param chain of each component in turn: least and most replicas and the requests/s that one serves
     * @param expected the least numbers that serve, or the component that cannot
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "40|1-9*45 1-9*20|1 3",
        "30|2-2*15|a",
        "29.999|1-4*10 1-4*15 1-2*30|3 2 1",
        "30|1-4*10 1-4*15 1-2*30|4 3 2",
        "30|1-4*10 1-2*15|b",
        "10|1-3*10|2",
        "100|1-6*15|a",
        "14.99|1-2*15|1",
        "15|1-2*15|2",
        "15.01|1-2*15|2",
        "0.001|1-3*0.001|2"})
    void takesTheLeastNumbersBelowFullUse(double rate, String chain, String expected) {
        PlanningOutcome outcome = planner.plan(City.chain(rate, List.of(new Goal.MinimiseCost(1)), List.of(), parts(chain)));
        if (outcome instanceof NoPlacement none) {
            assertThat(none.reasons()).first().asString().startsWith("Insufficient capacity: (" + expected + ") gets ");
            return;
        }
        Planned planned = (Planned) outcome;
        String counts = String.join(" ", IntStream.range(0, parts(chain).length).mapToObj(index -> Long.toString(planned.plan().instances()
                .stream().filter(placed -> placed.instance().componentId().equals(id(index))).count())).toList());
        assertThat(counts).isEqualTo(expected);
        assertThat(planned.report().latencies()).allSatisfy(latency -> assertThat(latency.mean().value()).isFinite());
    }

    private static Component[] parts(String chain) {
        String[] written = chain.split(" ");
        List<Component> parts = new ArrayList<>();
        for (int index = 0; index < written.length; index++) {
            String[] numbers = written[index].split("[-*]");
            parts.add(City.scaled(id(index), Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Double.parseDouble(numbers[2]),
                    index + 1 < written.length ? new String[] {id(index + 1)} : new String[0]));
        }
        return parts.toArray(Component[]::new);
    }

    private static String id(int index) {
        return Character.toString('a' + index);
    }
}
