package org.caravan.server.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.plan.Certificate;
import org.caravan.plan.whatif.Answer;
import org.caravan.plan.whatif.Outcome;
import org.caravan.plan.whatif.Outcome.Figures;
import org.caravan.plan.whatif.Outcome.Kind;
import org.caravan.plan.whatif.Outcome.Latency;
import org.caravan.problem.QueueingDelay;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.CategoryChart;

class WhatIfChartTest {

    @Test
    void whatWaitsWithoutEndHasNoBarAndSaysSo() {
        double without = QueueingDelay.WITHOUT_END.value();
        Answer answer = new Answer(List.of(), List.of(new Answer.Row("browse", "users", "browse"), new Answer.Row("buy", "users", "buy")),
                List.of(outcome("optimum", 20, 40, 30), outcome("users x10", 25, without, without)));
        CategoryChart latency = WhatIfChart.charts("shop", answer).get(0);
        assertThat(latency.getSeriesMap().keySet()).containsExactly("optimum", "users x10 (waits without end)");
        assertThat(latency.getSeriesMap().get("optimum").getYData().stream().map(Number::doubleValue)).containsExactly(20.0, 40.0, 30.0);
        assertThat(latency.getSeriesMap().get("users x10 (waits without end)").getYData().stream().map(Number::doubleValue))
                .containsExactly(25.0, 0.0, 0.0);
    }

    private static Outcome outcome(String name, double browse, double buy, double all) {
        return new Outcome(name, Kind.CASE, List.of(), List.of(), Optional.of(new Figures(
                List.of(new Latency("browse", "users", browse, browse), new Latency("buy", "users", buy, buy)), Optional.of(all),
                        MonthlyCost.ZERO, Optional.empty(), 1,
                List.of(), new TreeMap<>(), 0, Certificate.NONE)));
    }
}
