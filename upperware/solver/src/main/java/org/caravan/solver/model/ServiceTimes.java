package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.caravan.application.CallGraph;
import org.caravan.application.Component;
import org.caravan.application.Hop;
import org.caravan.problem.PathPreference;
import org.caravan.problem.TrafficModel;
import org.caravan.problem.hop.DeclaredService;

/** Service times that hops declare, by platform: hosts of one platform have the same speed. */
public final class ServiceTimes {

    private static final double MICROS = 1_000;

    /** By platform, relative to the reference host. */
    private final double[] speeds;
    private final double fastest;
    private final boolean equal;
    /** By component: ms times weight. */
    private final Map<String, Double> goals;
    private final Map<String, List<PlacedInstance>> instances = new HashMap<>();

    /** @param speeds by platform; can be empty */
    public ServiceTimes(DeclaredService declared, double[] speeds, TrafficModel traffic) {
        this.speeds = speeds;
        this.fastest = Arrays.stream(speeds).max().orElse(1);
        this.equal = Arrays.stream(speeds).allMatch(speed -> speed == fastest);
        this.goals = declared.ofGoals(traffic);
    }

    /** The same with the instances, which are known later. */
    public ServiceTimes of(List<PlacedInstance> placed) {
        placed.forEach(instance -> instances.computeIfAbsent(instance.component().id(), any -> new ArrayList<>()).add(instance));
        return this;
    }

    /**
     * Contribution of one replica of the component to the latency goals in points, by platform; each replica has an equal share of the
     * requests.
     */
    public long[] points(Component component) {
        double share = goals.getOrDefault(component.id(), 0.0) / component.replicas() * PathPreference.POINTS_PER_MILLISECOND;
        return Arrays.stream(speeds).mapToLong(speed -> Math.round(share / speed)).toArray();
    }

    /**
     * Time on the fastest host, in microseconds, which is part of the latency in every placement.
     *
     * @param shares by hop
     * @param time of a service time
     */
    public long least(List<Hop> hops, double[] shares, ToDoubleFunction<Hop.Service> time) {
        long sum = 0;
        for (int index = 0; index < shares.length; index++) {
            double share = shares[index];
            sum += hops.get(index).service().map(service -> micros(service, time, fastest, share)).orElse(0L);
        }
        return sum;
    }

    /** What is to be added by host; empty if all hosts are equally fast. Parameters as for {@link #least}. */
    public List<ServiceLeg> beyond(List<Hop> hops, double[] shares, ToDoubleFunction<Hop.Service> time) {
        List<ServiceLeg> legs = new ArrayList<>();
        for (int index = 0; index < shares.length && !equal; index++) {
            Hop hop = hops.get(index);
            double share = shares[index];
            if (share > 0) {
                hop.service().ifPresent(service -> legs.add(leg(service, instances.getOrDefault(hop.to(), List.of()), time, share)));
            }
        }
        return legs;
    }

    /**
     * Calls some of which are made at the same time; empty if there are none.
     *
     * @param tail percentile; empty for the mean
     * @param waitingMillis queueing delay by hop
     * @param firstLeg index of the leg of the first hop; those of the others follow
     */
    public Optional<ParallelCalls> parallel(List<Hop> hops, Optional<Double> tail, ToDoubleFunction<Hop> waitingMillis,
            ToDoubleFunction<Hop.Service> time, int firstLeg) {
        CallGraph graph = new CallGraph(hops);
        if (!graph.parallel()) {
            return Optional.empty();
        }
        long[] fixed = new long[hops.size()];
        List<Optional<ServiceLeg>> legs = new ArrayList<>();
        for (int index = 0; index < fixed.length; index++) {
            Hop hop = hops.get(index);
            fixed[index] = Math.round(waitingMillis.applyAsDouble(hop) * MICROS)
                    + hop.service().map(service -> micros(service, time, fastest, 1)).orElse(0L);
            legs.add(equal ? Optional.empty() : hop.service().map(service ->
                    leg(service, instances.getOrDefault(hop.to(), List.of()), time, 1)));
        }
        double[] least = tail.map(graph::ofPercentile).orElseGet(graph::ofMean);
        return Optional.of(new ParallelCalls(graph, tail, fixed, IntStream.range(firstLeg, firstLeg + fixed.length).toArray(), legs,
                ParallelCalls.leastMicros(least, fixed), least));
    }

    private ServiceLeg leg(Hop.Service service, List<PlacedInstance> called, ToDoubleFunction<Hop.Service> time, double share) {
        long least = micros(service, time, fastest, share);
        return new ServiceLeg(called, Arrays.stream(speeds).mapToLong(speed -> micros(service, time, speed, share) - least).toArray());
    }

    private static long micros(Hop.Service service, ToDoubleFunction<Hop.Service> time, double speed, double share) {
        return Math.round(time.applyAsDouble(service.at(speed)) * share * MICROS);
    }
}
