package org.caravan.cli.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Texts about the cost of an application's hosts, and about its distribution after the application is removed. */
public final class HostPrices {

    private HostPrices() {}

    /** The application's share of the cost of its hosts; empty if they are free. */
    public static Optional<String> share(JsonNode application) {
        long share = sum(application.path("hosts").valueStream().toList(), "shareCentsPerMonth");
        List<JsonNode> shared = priced(application, true);
        return share == 0 ? Optional.empty() : Optional.of("its share of what its hosts cost: " + euros(share)
                + (shared.isEmpty() ? "" : " (of " + euros(sum(shared, "costCentsPerMonth")) + " for " + names(shared)
                        + ", where other applications are too, "
                        + euros(sum(shared, "shareCentsPerMonth")) + ")"));
    }

    /** Which costs end with the application and which do not, one sentence each; empty if its hosts are free. */
    public static List<String> afterwards(JsonNode application) {
        List<JsonNode> alone = priced(application, false);
        List<JsonNode> shared = priced(application, true);
        return List.of(
                alone.isEmpty() ? "" : "No application is on " + names(alone) + " then, of " + euros(sum(alone, "costCentsPerMonth")) + ".",
                shared.isEmpty() ? "" : "Other applications stay on " + names(shared) + ": its share of the price, "
                        + euros(sum(shared, "shareCentsPerMonth"))
                        + " of " + euros(sum(shared, "costCentsPerMonth")) + ", is then paid by them.")
                .stream().filter(sentence -> !sentence.isEmpty()).toList();
    }

    private static List<JsonNode> priced(JsonNode application, boolean shared) {
        return application.path("hosts").valueStream().filter(host -> host.path("shared").asBoolean() == shared
                && host.path("costCentsPerMonth").asLong() > 0).toList();
    }

    private static long sum(List<JsonNode> hosts, String what) {
        return hosts.stream().mapToLong(host -> host.path(what).asLong()).sum();
    }

    private static String names(List<JsonNode> hosts) {
        return hosts.stream().map(host -> host.path("hostId").asString()).collect(Collectors.joining(", "));
    }

    private static String euros(long cents) {
        return String.format(Locale.ROOT, "%.2f EUR/month", cents / 100.0);
    }
}
