package org.caravan.solver.model;

import java.util.List;
import java.util.function.ToLongFunction;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.UtilityValues;

/** Variable values of utility formulas for an assignment. */
public final class FormulaValues implements UtilityValues {

    private static final double MICROS_PER_SECOND = 1e6;

    private interface OfPosition {
        double of(PlacedInstance instance, Position position);
    }

    private final Utilities utilities;
    private final CompiledProblem tables;
    private final long money;
    private final ToLongFunction<RequestPath> micros;
    private final int[] positions;

    FormulaValues(Utilities utilities, CompiledProblem tables, long money, ToLongFunction<RequestPath> micros, int[] positions) {
        this.utilities = utilities;
        this.tables = tables;
        this.money = money;
        this.micros = micros;
        this.positions = positions;
    }

    @Override
    public double cost() {
        return money;
    }

    @Override
    public double latency(String requestId, RttStatistic statistic) {
        double sum = 0;
        boolean sent = false;
        for (Utilities.Timed timed : utilities.timed()) {
            if (timed.asked().statistic() == statistic && timed.asked().requestId().equals(requestId)) {
                sum += timed.share() * (micros.applyAsLong(timed.requestPath()) + timed.requestPath().waitingMicros());
                sent = true;
            }
        }
        return sent ? sum / MICROS_PER_SECOND : Double.NaN;
    }

    @Override
    public double replicas(String componentId) {
        return utilities.instancesOf().getOrDefault(componentId, List.of()).size();
    }

    @Override
    public double cores(String componentId) {
        return mean(componentId, (instance, position) -> instance.cpu(position) / 1_000.0);
    }

    @Override
    public double memory(String componentId) {
        return mean(componentId, PlacedInstance::memory);
    }

    private double mean(String componentId, OfPosition value) {
        double sum = 0;
        int seated = 0;
        for (PlacedInstance instance : utilities.instancesOf().getOrDefault(componentId, List.of())) {
            if (positions[instance.index()] != Position.NONE) {
                sum += value.of(instance, tables.position(positions[instance.index()]));
                seated++;
            }
        }
        return seated == 0 ? 0 : sum / seated;
    }
}
