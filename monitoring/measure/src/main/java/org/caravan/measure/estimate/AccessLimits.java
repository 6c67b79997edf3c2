package org.caravan.measure.estimate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.caravan.infrastructure.AccessPoint;

/**
 * Estimates throughput as the minimum of the highest rate measured from the source and the highest rate measured to the destination.
 * Between sites, one of the two access links is nearly always the bottleneck (docs/decisions/probing.md). If only one end is known,
 * the other end may be narrower.
 */
public final class AccessLimits implements Rule {

    private final Map<AccessPoint, Double> sending = new HashMap<>();
    private final Map<AccessPoint, Double> receiving = new HashMap<>();

    /** @param observed throughput in bit/s, directed */
    public AccessLimits(List<Observation> observed) {
        for (Observation seen : observed) {
            sending.merge(seen.from(), seen.value(), Math::max);
            receiving.merge(seen.to(), seen.value(), Math::max);
        }
    }

    @Override
    public Optional<Value> value(AccessPoint from, AccessPoint to) {
        List<Double> known = Stream.of(sending.get(from), receiving.get(to)).filter(Objects::nonNull).toList();
        OptionalDouble least = known.stream().flatMapToDouble(DoubleStream::of).min();
        return least.isPresent() ? Optional.of(new Value(least.getAsDouble(), known.size())) : Optional.empty();
    }
}
