package org.caravan.solver.build;

import java.util.Comparator;
import java.util.Optional;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostPower;
import org.caravan.infrastructure.HostType;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.HostResources;
import org.caravan.solver.model.QuotaShare;
import org.caravan.solver.model.Quotas;

/** Computes the {@link HostResources} of each host. */
public final class HostResourcesCompiler {

    /** Points per watt at weight 1: hundredths, as for milliseconds and euros per month. */
    private static final double POINTS_PER_WATT = 100;

    private final PlacementProblem problem;
    private final HostFilter filter;
    private final ActiveDimensions considered;
    private final Optional<HostPower> unstated;

    HostResourcesCompiler(PlacementProblem problem, HostFilter filter, ActiveDimensions considered) {
        this.problem = problem;
        this.filter = filter;
        this.considered = considered;
        this.unstated = unstated(problem);
    }

    /** Power assumed for hosts without a stated power: the highest stated one, so that they do not look better for it. */
    public static Optional<HostPower> unstated(PlacementProblem problem) {
        return problem.infrastructure().hostTypes().stream().flatMap(type -> type.power().stream())
                .max(Comparator.comparingDouble(HostPower::load).thenComparingDouble(HostPower::idle));
    }

    HostResources of(Host host) {
        if (!considered.any()) {
            return HostResources.NONE;
        }
        HostType type = filter.typeOf(host);
        boolean paid = problem.reservedElsewhere().containsKey(host.id());
        Optional<HostPower> power = considered.power() > 0 ? type.power().or(() -> unstated) : Optional.empty();
        return new HostResources(
                considered.disk() ? filter.room().disk(host.id()) : Long.MAX_VALUE,
                considered.money() && !paid ? type.cost().value() : 0,
                paid ? 0 : power.map(stated -> Math.round(points(stated.idle()))).orElse(0L),
                power.map(stated -> points(stated.above(1)) / type.cpu().value()).orElse(0.0),
                paid ? QuotaShare.NONE : Quotas.share(considered.quotas(), filter.siteOf(host), host, type),
                considered.gpu() ? filter.gpusFree(host) : Long.MAX_VALUE);
    }

    private double points(double watts) {
        return watts * POINTS_PER_WATT * considered.power();
    }
}
