package org.caravan.solver.model;

import java.util.HashMap;
import java.util.Map;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Users;
import org.caravan.problem.TrafficModel;

/** Data rate of all users' requests on each link; pairs of replicas have equal shares. */
public final class LinkRates {

    private static final double BITS_PER_BYTE = 8;

    private final ApplicationModel application;
    private final TrafficModel traffic;
    private final CompiledProblem tables;
    private final Map<String, Long> replicas = new HashMap<>();

    public LinkRates(ApplicationModel application, TrafficModel traffic, CompiledProblem tables) {
        this.application = application;
        this.traffic = traffic;
        this.tables = tables;
        tables.instances().forEach(instance -> replicas.merge(instance.component().id(), 1L, Long::sum));
    }

    /** By link, rounded up; both directions together. */
    public long[] bitsPerSecond() {
        return tables.links().stream().mapToLong(link -> (long) Math.ceil(bytesPerSecond(link) * BITS_PER_BYTE)).toArray();
    }

    private double bytesPerSecond(LinkModel link) {
        String to = tables.instance(link.to()).component().id();
        if (link.from() >= tables.instances().size()) {
            Users users = application.users().get(link.from() - tables.instances().size());
            return traffic.ofEntry(users, to).bytes() * users.rate().value() / replicas.get(to);
        }
        String from = tables.instance(link.from()).component().id();
        return traffic.bytesPerSecond(from, to) / (replicas.get(from) * replicas.get(to));
    }
}
