package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.caravan.application.Goal;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.EgressPrices;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;

/**
 * Higher prices of egress above quotas of uplinks. Traffic of all links on an uplink shares its quota, so the cost is a convex function of
 * the sum and not a sum over links.
 */
public record ExcessPrices(List<Price> all, Map<AccessLink, Price> byLink) {

    static final ExcessPrices NONE = new ExcessPrices(List.of(), Map.of());

    private static final double MILLS_PER_CENT = 1_000;

    /** @param index in {@code all} @param weight of the cost goal; 0 if there is none */
    public record Price(int index, EgressPrices.Excess excess, double weight) {

        /** Contribution to the cost goal. @param bytes in a month */
        public long points(long bytes) {
            return Math.round(mills(bytes) / MILLS_PER_CENT * weight);
        }

        /** Thousandths of a cent. @param bytes in a month */
        public long mills(long bytes) {
            return excess.mills(bytes);
        }
    }

    static ExcessPrices of(PlacementProblem problem) {
        double weight = Goal.weight(problem.application().goals(), Goal.MinimiseCost.class);
        List<Price> all = new ArrayList<>();
        Map<AccessLink, Price> byLink = new HashMap<>();
        EgressPrices.of(problem).excesses().forEach(excess -> {
            all.add(new Price(all.size(), excess, weight));
            byLink.put(excess.at(), all.get(all.size() - 1));
        });
        return all.isEmpty() ? NONE : new ExcessPrices(List.copyOf(all), Map.copyOf(byLink));
    }

    /**
     * Prices for one of several partitions: it gets a part of what is left of each quota, or of what is above it. Costs are convex, so the
     * sum of the partitions' savings is at most the saving of the whole.
     *
     * @param bytes in a month, by index
     * @param share computes the part of an amount
     */
    public ExcessPrices narrowed(long[] bytes, LongUnaryOperator share) {
        List<Price> parts = new ArrayList<>();
        Map<AccessLink, Price> partByLink = new HashMap<>();
        for (Price price : all) {
            EgressPrices.Excess whole = price.excess();
            long sent = bytes[price.index()];
            long free = sent <= whole.free() ? sent + share.applyAsLong(whole.free() - sent)
                    : sent - share.applyAsLong(sent - whole.free());
            parts.add(new Price(price.index(), new EgressPrices.Excess(whole.at(), whole.quota(), free, whole.more()), price.weight()));
            partByLink.put(whole.at(), parts.get(price.index()));
        }
        return new ExcessPrices(List.copyOf(parts), Map.copyOf(partByLink));
    }

    public boolean any() {
        return !all.isEmpty();
    }

    /** Returns null if the path leaves no site through an uplink with a higher price. */
    public Price at(PathChoice path) {
        return path == null || path.path().withinSite() ? null : byLink.get(AccessLink.of(path.path().to()));
    }

    /** Returns null if the link sends nothing through an uplink with a higher price. @param relation or {@link Position#NONE} */
    public Price of(LinkModel link, int relation) {
        return relation == Position.NONE || link.bytes() == 0 ? null : at(link.path(relation));
    }

    /** Additional cost in thousandths of a cent. @param bytes in a month, by index */
    public long mills(long[] bytes) {
        return all.stream().mapToLong(price -> price.mills(bytes[price.index()])).sum();
    }
}
