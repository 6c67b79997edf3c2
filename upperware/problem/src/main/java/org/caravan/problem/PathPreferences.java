package org.caravan.problem;

import java.util.HashMap;
import java.util.Map;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Goal;
import org.caravan.application.Users;
import org.caravan.unit.MonthlyCost;

/** Path objectives of the links of an application, for all replicas together. Not thread-safe. */
public final class PathPreferences {

    private static final double BYTES_PER_GIB = 1L << 30;

    private record Ends(String from, String to) {}

    private final TrafficModel traffic;
    private final double costWeight;
    private final Map<Ends, PathPreference> links = new HashMap<>();
    private final Map<Ends, PathPreference> entries = new HashMap<>();

    public PathPreferences(ApplicationModel application, TrafficModel traffic) {
        this.traffic = traffic;
        this.costWeight = Goal.weight(application.goals(), Goal.MinimiseCost.class);
    }

    public PathPreference ofLink(String fromComponentId, String toComponentId) {
        return links.computeIfAbsent(new Ends(fromComponentId, toComponentId), unused -> new PathPreference(
                traffic.ofOneOnLink(fromComponentId, toComponentId), traffic.goalOfLink(fromComponentId, toComponentId),
                gib(traffic.bytesPerSecond(fromComponentId, toComponentId)), costWeight));
    }

    public PathPreference ofEntry(Users users, String componentId) {
        return entries.computeIfAbsent(new Ends(users.id(), componentId), unused -> new PathPreference(
                traffic.ofOneEntry(users, componentId), traffic.goalOfEntry(users, componentId),
                gib(traffic.ofEntry(users, componentId).bytes() * users.rate().value()), costWeight));
    }

    /** GiB per month. */
    private static double gib(double bytesPerSecond) {
        return bytesPerSecond * MonthlyCost.SECONDS_PER_MONTH / BYTES_PER_GIB;
    }
}
