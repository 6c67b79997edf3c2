package org.caravan.problem.supposition;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.MonthlyCost;

/**
 * Assumes another price for the hosts of a type or of a provider's offer.
 *
 * @param what id of a host type, or name of an offer
 * @param relative whether the change is a factor; then {@code what} can also be an uplink
 * @param change function from the known price to the assumed one, in cents per month
 */
record Price(String what, boolean relative, LongUnaryOperator change) implements Assumption {

    static Price of(String what, long cents) {
        return new Price(what, false, any -> cents);
    }

    static Price times(String what, double factor) {
        return new Price(what, true, cents -> Math.round(cents * factor));
    }

    @Override
    public PlacementProblem appliedTo(PlacementProblem problem) {
        Infrastructure infrastructure = problem.infrastructure();
        Set<String> typeIds = typeIds(infrastructure);
        if (typeIds.isEmpty() && relative && EgressPrice.isOf(infrastructure, what)) {
            return new EgressPrice(what, change).appliedTo(problem);
        }
        if (typeIds.isEmpty()) {
            throw Assumption.refused("unknown-host-type",
                    "There is no host type or offer (" + what + ") in infrastructure (" + infrastructure.name() + ").",
                    "use one of " + infrastructure.hostTypes().stream().map(HostType::id).toList() + ".");
        }
        List<HostType> types = infrastructure.hostTypes().stream()
                .map(type -> typeIds.contains(type.id()) ? repriced(type) : type)
                .toList();
        return problem.withInfrastructure(new Infrastructure(infrastructure.name(), types, infrastructure.sites()));
    }

    private Set<String> typeIds(Infrastructure infrastructure) {
        Set<String> typeIds = new TreeSet<>();
        infrastructure.hostTypes().stream().map(HostType::id).filter(what::equals).forEach(typeIds::add);
        infrastructure.hosts().stream()
                .filter(host -> host.rental().filter(rental -> rental.offer().equals(what)).isPresent())
                .map(Host::hostTypeId)
                .forEach(typeIds::add);
        return typeIds;
    }

    private HostType repriced(HostType type) {
        return type.withCost(new MonthlyCost(change.applyAsLong(type.cost().value())));
    }
}
