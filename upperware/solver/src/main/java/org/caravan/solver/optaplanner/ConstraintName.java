package org.caravan.solver.optaplanner;

import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.Affinity;
import org.caravan.solver.model.CompiledProblem;

/** Names of hard constraints, then of goals, in report order; {@code text} is the name in reports. */
public enum ConstraintName {
    HOST_CPU("hostCpuNotExceeded"),
    HOST_MEMORY("hostMemoryNotExceeded"),
    ARCHITECTURE("architectureSupported"),
    LOCATION("locationAllowed"),
    DATA("dataStaysInPlace"),
    APART("replicasApart"),
    TOGETHER("componentsTogether"),
    ADDRESSES("siteAddressesSuffice"),
    REACHABLE("linkReachable"),
    PROMISES("sloKept"),
    DISK("hostDiskNotExceeded"),
    GPU("hostGpusNotExceeded"),
    BUDGET("budgetKept"),
    QUOTA("quotaKept"),
    THROUGHPUT("pathThroughputSuffices"),
    UPLINKS("uplinkReservationsFit"),
    LOADS("uplinkLoadFits"),
    GUARDED("hostWithControls"),
    UTILISATION("utilisationBelowOne"),
    LATENCY("latencyMinimised"),
    COST("costMinimised"),
    MOVES("movesAvoided"),
    POWER("powerMinimised"),
    PREFERENCES("preferencesKept"),
    EGRESS("egressMinimised"),
    EXCESS("egressAboveQuotasMinimised"),
    UTILITY("utilityMaximised"),
    STARTUP("startupMinimised"),
    WAITING("waitingMinimised"),
    SERVICE("serviceMinimised"),
    PARALLEL("parallelMinimised");

    public final String text;

    ConstraintName(String text) {
        this.text = text;
    }

    public boolean hard() {
        return ordinal() < LATENCY.ordinal();
    }

    /** Whether the constraint applies to the problem; basic constraints always do. */
    public boolean concerns(CompiledProblem tables) {
        ActiveDimensions considered = tables.considered();
        return switch (this) {
            case DISK -> considered.disk();
            case GPU -> considered.gpu();
            case BUDGET -> considered.limited();
            case POWER -> considered.power() > 0;
            case STARTUP -> considered.startup() > 0;
            case SERVICE -> considered.service();
            case PARALLEL -> !tables.utilities().goals().isEmpty();
            case QUOTA -> !considered.quotas().isEmpty();
            case TOGETHER -> tables.couplings().all().stream().anyMatch(Affinity::required);
            case PREFERENCES -> tables.couplings().all().stream().anyMatch(coupled -> !coupled.required());
            case UTILITY -> considered.utility();
            case EGRESS -> considered.egress();
            case EXCESS -> considered.excess().any();
            case THROUGHPUT -> tables.lines().active();
            case UPLINKS, LOADS -> !tables.lines().all().isEmpty();
            case GUARDED -> tables.instances().stream().anyMatch(instance -> !instance.demand().guarding().none());
            case UTILISATION, WAITING -> considered.queues().any();
            default -> true;
        };
    }
}
