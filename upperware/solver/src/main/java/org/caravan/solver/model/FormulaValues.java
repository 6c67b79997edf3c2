package org.caravan.solver.model;

import java.util.List;
import java.util.function.ToLongFunction;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.UtilityValues;

/** Variable values of utility formulas for an assignment. */
public final class FormulaValues implements UtilityValues {

    private static final double MICROS_PER_SECOND = 1e6;

    private interface OfSeat {
        double of(PlacedInstance tenant, Position seat);
    }

    private final Utilities utilities;
    private final CompiledProblem tables;
    private final long money;
    private final ToLongFunction<RequestPath> micros;
    private final int[] seats;

    FormulaValues(Utilities utilities, CompiledProblem tables, long money, ToLongFunction<RequestPath> micros, int[] seats) {
        this.utilities = utilities;
        this.tables = tables;
        this.money = money;
        this.micros = micros;
        this.seats = seats;
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
                sum += timed.share() * (micros.applyAsLong(timed.journey()) + timed.journey().waitingMicros());
                sent = true;
            }
        }
        return sent ? sum / MICROS_PER_SECOND : Double.NaN;
    }

    @Override
    public double replicas(String componentId) {
        return utilities.tenantsOf().getOrDefault(componentId, List.of()).size();
    }

    @Override
    public double cores(String componentId) {
        return mean(componentId, (tenant, seat) -> tenant.cpu(seat) / 1_000.0);
    }

    @Override
    public double memory(String componentId) {
        return mean(componentId, PlacedInstance::memory);
    }

    private double mean(String componentId, OfSeat value) {
        double sum = 0;
        int seated = 0;
        for (PlacedInstance tenant : utilities.tenantsOf().getOrDefault(componentId, List.of())) {
            if (seats[tenant.index()] != Position.NONE) {
                sum += value.of(tenant, tables.seat(seats[tenant.index()]));
                seated++;
            }
        }
        return seated == 0 ? 0 : sum / seated;
    }
}
